package granary.games.chomp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.rank.Binomial;
import granary.testing.Tsv;
import granary.testing.ValueIteration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ChompTest {
    private static final Chomp BAR = new Chomp(8, 10);
    /** Holds every smaller bar too. */
    private static ValueIteration solved;

    @BeforeAll
    static void solve() {
        solved = new ValueIteration(BAR, BAR.topLayer());
    }

    @Test
    void barsHaveTheKnownWinningMovesAndValues() {
        for (Map<String, String> row : Tsv.rows(ChompTest.class, "winning-moves.tsv")) {
            int[] bar = bar(Tsv.number(row, "rows"), Tsv.number(row, "columns"));
            if (!row.get("value").isEmpty()) {
                assertEquals(Tsv.number(row, "value"), solved.score(bar), row::toString);
            }
            String winning = solved.moveScores(bar).entrySet().stream()
                    .filter(move -> move.getValue() > 0)
                    .map(Map.Entry::getKey)
                    .sorted()
                    .map(move -> BAR.notation().describe(move, 0))
                    .map(square -> square.get("row") + ";" + square.get("column"))
                    .collect(Collectors.joining(" "));
            assertEquals(row.get("moves"), winning, row::toString);
        }
    }

    private static int[] bar(int rows, int columns) {
        int[] bar = new int[BAR.cells()];
        Arrays.fill(bar, 0, rows, columns);
        return bar;
    }

    @Test
    void squareBarsHaveTheKnownNumberOfLosingPositions() {
        for (Map<String, String> row : Tsv.rows(ChompTest.class, "losing-positions.tsv")) {
            int n = Tsv.number(row, "n");
            long losing = solved.positions().stream()
                    .filter(position -> position[0] <= n
                            && Arrays.stream(position, n, BAR.cells()).allMatch(length -> length == 0))
                    .filter(position -> solved.score(position) < 0)
                    .count();
            assertEquals(Tsv.number(row, "losing"), losing, row::toString);
        }
    }

    @Test
    void whoEatsThePoisonLoses() {
        assertEquals(-1, solved.score(BAR.notation().parse("1")));
        assertEquals(2, solved.score(BAR.notation().parse("2")));
        assertEquals(2, solved.score(BAR.notation().parse("10")));
    }

    @Test
    void turningABarAroundItsDiagonalDoesNotChangeItsValue() {
        for (int[] position : solved.positions()) {
            if (position[0] <= BAR.cells()) {
                int[] turned = IntStream.range(0, BAR.cells())
                        .map(row -> (int) Arrays.stream(position)
                                .filter(length -> length > row)
                                .count())
                        .toArray();
                assertEquals(
                        solved.score(position),
                        solved.score(turned),
                        () -> BAR.notation().draw(position));
            }
        }
    }

    @Test
    void threeByThreeHasNinetyEdges() {
        Chomp game = new Chomp(3, 3);
        int[] edges = {0};
        for (int[] position : new ValueIteration(game, 9).positions()) {
            game.moves(position, (move, captured, successor) -> edges[0]++);
        }
        assertEquals(90, edges[0]);
    }

    @Test
    void layersTogetherHoldAllStaircases() {
        for (int[] sides : new int[][] {{1, 1}, {3, 3}, {8, 10}, {10, 20}, {14, 14}, {20, 20}, {20, 1}}) {
            Chomp game = new Chomp(sides[0], sides[1]);
            long sum = IntStream.rangeClosed(0, game.topLayer())
                    .mapToLong(game::size)
                    .sum();
            assertEquals(Binomial.of(sides[0] + sides[1], sides[0]), sum, game.identity());
        }
    }

    @Test
    void rowsLeftOutAreEaten() {
        assertArrayEquals(new int[] {5, 3, 1, 0, 0, 0, 0, 0}, BAR.notation().parse("5 3 1"));
    }
}
