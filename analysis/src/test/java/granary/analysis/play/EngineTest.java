package granary.analysis.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.database.Database;
import granary.database.OpenOptions;
import granary.database.ScoredMove;
import granary.game.Game;
import granary.testing.SolvedDatabase;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The engine against the database that it is to reach. */
final class EngineTest {
    private static final int MAX_MOVES = 400;

    @Test
    void itNeverErrsOnceTheLayerIsInTheDatabase() {
        long seed = new Random().nextLong();
        System.out.println("EngineTest seed " + seed);
        Random random = new Random(seed);
        int ended = 0;
        try (Database database = Database.open(SolvedDatabase.directory())) {
            for (int i = 0; i < 100; i++) {
                ended += playAgainstRandomMoves(database, random) ? 1 : 0;
            }
        }
        assertTrue(ended > 0, "no game ended");
    }

    /** Returns whether the game ended; then the engine has at least what the database promised. */
    private static boolean playAgainstRandomMoves(Database database, Random random) {
        Game game = database.game();
        Engine engine = new Engine(database, 1);
        int[] position = new int[game.cells()];
        game.unrank(SolvedDatabase.TOP, random.nextInt((int) game.size(SolvedDatabase.TOP)), position);
        int promised = database.score(position);
        GameInPlay play = new GameInPlay(position);
        for (int i = 0; i < MAX_MOVES; i++) {
            int[] now = play.now().position();
            List<ScoredMove> moves = database.moves(now);
            if (moves.isEmpty()) {
                int rest = game.terminalScore(now);
                int[] taken = play.now().taken();
                int got = taken[0] - taken[1] + (play.now().mover() == 0 ? rest : -rest);
                assertTrue(got >= promised, "got " + got + " where " + promised + " was promised");
                return true;
            }
            ScoredMove move = moves.get(random.nextInt(moves.size()));
            if (play.now().mover() == 0) {
                Evaluation evaluation = engine.evaluate(now);
                assertTrue(evaluation.exact());
                move = play.choose(evaluation.moves());
                assertEquals(database.score(now), move.score());
            }
            play.play(move);
        }
        return false;
    }

    @Test
    void aSearchThatEndsInTheDatabaseEverywhereFindsTheTrueScore() {
        OpenOptions lower = OpenOptions.DEFAULT.withLayers(0, SolvedDatabase.TOP - 1);
        int exact = 0;
        try (Database whole = Database.open(SolvedDatabase.directory());
                Database part = Database.open(SolvedDatabase.directory(), lower)) {
            Engine engine = new Engine(part, 3000);
            Random random = new Random(11);
            int[] position = new int[12];
            for (int i = 0; i < 200; i++) {
                whole.game().unrank(SolvedDatabase.TOP, random.nextInt(100_000), position);
                Evaluation evaluation = engine.evaluate(position);
                assertEquals(whole.moves(position).size(), evaluation.moves().size());
                if (evaluation.exact() && !evaluation.moves().isEmpty()) {
                    exact++;
                    assertEquals(
                            whole.score(position), evaluation.moves().get(0).score());
                }
            }
        }
        assertTrue(exact > 0, "only " + exact + " searches ended in the database");
    }

    @Test
    void aSearchThatMeetsItsLimitSaysThatItIsNotExact() {
        try (Database database = Database.open(SolvedDatabase.directory())) {
            Evaluation evaluation = new Engine(database, 2000)
                    .evaluate(database.game().opening().orElseThrow());
            assertFalse(evaluation.exact());
            assertEquals(6, evaluation.moves().size());
            assertTrue(evaluation.depth() > 1);
        }
    }
}
