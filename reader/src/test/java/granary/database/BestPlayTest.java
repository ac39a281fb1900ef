package granary.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.game.Game;
import granary.testing.SolvedDatabase;
import granary.testing.TestRandom;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Lines of best play come to what the score promises. */
final class BestPlayTest {
    private static final int ALL_TO = TestRandom.cases(4, 6);
    private static final int MORE = TestRandom.cases(200, 2000);

    private final Set<Line.End> ends = EnumSet.noneOf(Line.End.class);

    @Test
    void theMovesOfALineAreBestMovesAndAddUpToTheScore() {
        Random random = TestRandom.create();
        try (Database database = Database.open(SolvedDatabase.directory())) {
            Game game = database.game();
            int[] position = new int[game.cells()];
            for (int layer = 0; layer <= ALL_TO; layer++) {
                for (long rank = 0; rank < game.size(layer); rank++) {
                    game.unrank(layer, rank, position);
                    check(database, position);
                }
            }
            for (int i = 0; i < MORE; i++) {
                int layer = ALL_TO + 1 + random.nextInt(SolvedDatabase.TOP - ALL_TO);
                game.unrank(layer, random.nextInt((int) game.size(layer)), position);
                check(database, position);
            }
        }
        assertEquals(EnumSet.of(Line.End.GAME_OVER, Line.End.REPETITION), ends);
    }

    @Test
    void aLineIsBoundedInItsMovesAndInWhatItLooksUp() {
        try (Database database = Database.open(SolvedDatabase.directory())) {
            int[] position = {1, 1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1};
            Line line = database.line(position);
            assertTrue(line.moves().size() > 3, line::toString);
            Line shorter = new BestPlay(database).line(position, 3);
            assertEquals(Line.End.LIMIT, shorter.end());
            assertEquals(line.moves().subList(0, 3), shorter.moves());
            assertEquals(
                    line, new BestPlay(database).line(position, line.moves().size()));
            AtomicInteger asked = new AtomicInteger();
            Line first = new BestPlay(database, () -> asked.incrementAndGet() < 0).line(position);
            assertTrue(asked.get() <= SolvedDatabase.TOP, asked + " times asked, once for each layer");
            int[] current = position;
            for (ScoredMove move : first.moves()) {
                assertEquals(database.moves(current).get(0), move);
                current = move.successor();
            }
        }
    }

    private void check(Database database, int[] position) {
        Line line = database.line(position);
        ends.add(line.end());
        int score = database.score(position);
        int sum = 0;
        int sign = 1;
        int[] current = position;
        for (ScoredMove move : line.moves()) {
            List<ScoredMove> best = database.bestMoves(current);
            assertTrue(best.contains(move), Arrays.toString(current) + ": " + move);
            assertEquals(score, move.score());
            score = move.captured() - score;
            sum += sign * move.captured();
            sign = -sign;
            current = move.successor();
        }
        boolean over = database.moves(current).isEmpty();
        assertEquals(over, line.end() == Line.End.GAME_OVER);
        sum += over ? sign * database.game().terminalScore(current) : 0;
        assertEquals(database.score(position), sum, Arrays.toString(position));
    }
}
