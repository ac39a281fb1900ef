package granary.benchmarks.chomp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import granary.games.chomp.Chomp;
import granary.rank.Binomial;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BarFormTest {
    @Test
    void allFormsHaveTheMovesOfTheGameInEveryPosition() {
        for (int rows = 1; rows <= 5; rows++) {
            for (int columns = 1; columns <= 6; columns++) {
                Chomp game = new Chomp(rows, columns);
                assertSameMoves(game, new BreakPoints(rows, columns));
                assertSameMoves(game, new ColumnBytes(rows, columns));
                assertSameMoves(game, new PackedColumns(rows, columns));
            }
        }
    }

    private static <T> void assertSameMoves(Chomp game, BarForm<T> form) {
        Deque<T> open = new ArrayDeque<>();
        Set<List<Integer>> seen = new HashSet<>();
        open.add(form.whole());
        seen.add(list(form.rowLengths(form.whole())));
        while (!open.isEmpty()) {
            T bar = open.remove();
            int[] position = form.rowLengths(bar);
            List<List<Integer>> expected = new ArrayList<>();
            game.moves(position, (move, reward, successor) -> expected.add(list(successor)));
            List<List<Integer>> actual = new ArrayList<>();
            form.successors(bar, successor -> {
                List<Integer> lengths = list(form.rowLengths(successor));
                actual.add(lengths);
                if (seen.add(lengths)) {
                    open.add(successor);
                }
            });
            assertEquals(expected, actual, () -> form + "\n" + game.draw(position));
        }
        assertEquals(Binomial.of(game.rows() + game.columns(), game.rows()), seen.size(), "all positions were met");
    }

    private static List<Integer> list(int[] lengths) {
        return Arrays.stream(lengths).boxed().toList();
    }

    @Test
    void onlyCornersOfTheStaircaseAreBreakPoints() {
        BreakPoints form = new BreakPoints(4, 4);
        List<List<BreakPoints.Point>> bars = new ArrayList<>();
        form.successors(List.of(new BreakPoints.Point(1, 3), new BreakPoints.Point(3, 1)), bars::add);
        bars.forEach(bar -> IntStream.range(1, bar.size()).forEach(i -> {
            assertEquals(1, Integer.signum(bar.get(i).row() - bar.get(i - 1).row()), bar::toString);
            assertEquals(-1, Integer.signum(bar.get(i).column() - bar.get(i - 1).column()), bar::toString);
        }));
    }

    @Test
    void barsThatDoNotFitAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> new PackedColumns(10, 20));
        assertThrows(IllegalArgumentException.class, () -> new ColumnBytes(128, 2));
    }

    @Test
    void allSixtyFourBitsOfAPackedBarAreUsed() {
        PackedColumns form = new PackedColumns(255, 8);
        List<Long> bars = new ArrayList<>();
        form.successors(form.whole(), bars::add);
        assertEquals(-1L, bars.get(0), "the eaten bar is the largest number");
        assertEquals(list(new int[255]), list(form.rowLengths(-1L)));
    }
}
