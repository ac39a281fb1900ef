package granary.analysis.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.database.Database;
import granary.database.OpenOptions;
import granary.database.ScoredMove;
import granary.engine.Engine;
import granary.engine.Limits;
import granary.engine.PlayedGame;
import granary.engine.Report;
import granary.game.Game;
import granary.testing.SolvedDatabase;
import granary.testing.TestRandom;
import granary.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scores and choices against the database that they are to reach. */
final class EvaluatorTest {
    private static final int MAX_MOVES = 400;
    private static final int TOP = 7;
    private static final int BOARDS = 400;

    @Test
    void itNeverErrsOnceTheLayerIsInTheDatabase() {
        Random random = TestRandom.create();
        int ended = 0;
        try (Database database = Database.open(SolvedDatabase.directory())) {
            for (int i = 0; i < 100; i++) {
                ended += playAgainstRandomMoves(database, random) ? 1 : 0;
            }
        }
        assertTrue(ended > 0, "no game ended");
    }

    /** Returns whether the game ended; then player 0 has at least what the database promised. */
    private static boolean playAgainstRandomMoves(Database database, Random random) {
        Game game = database.game();
        Evaluator evaluator = new Evaluator(database, 1);
        int[] position = new int[game.cells()];
        game.unrank(SolvedDatabase.TOP, random.nextInt((int) game.size(SolvedDatabase.TOP)), position);
        int promised = database.score(position);
        PlayedGame play = new PlayedGame(game, position);
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
                ScoredMoves evaluation = evaluator.evaluate(play);
                assertTrue(evaluation.exact());
                move = evaluator.choose(play, evaluation);
                assertEquals(database.score(now), move.score());
            }
            play.play(move.move());
        }
        return false;
    }

    @Test
    void searchThatEndsInDatabaseFindsTrueScore() {
        OpenOptions lower = OpenOptions.DEFAULT.withLayers(0, SolvedDatabase.TOP - 1);
        int exact = 0;
        try (Database whole = Database.open(SolvedDatabase.directory());
                Database part = Database.open(SolvedDatabase.directory(), lower)) {
            Evaluator evaluator = new Evaluator(part, 3000);
            Random random = TestRandom.create();
            int[] position = new int[12];
            for (int i = 0; i < 200; i++) {
                whole.game()
                        .unrank(
                                SolvedDatabase.TOP,
                                random.nextInt((int) whole.game().size(SolvedDatabase.TOP)),
                                position);
                ScoredMoves evaluation = evaluator.evaluate(new PlayedGame(whole.game(), position));
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
            int[] opening = database.game().opening().orElseThrow();
            ScoredMoves evaluation = new Evaluator(database, 2000).evaluate(new PlayedGame(database.game(), opening));
            assertFalse(evaluation.exact());
            assertEquals(6, evaluation.moves().size());
            assertTrue(evaluation.depth() > 1);
        }
    }

    @Test
    void certainResultsOfEngineAreTrue() {
        OpenOptions lower = OpenOptions.DEFAULT.withLayers(0, SolvedDatabase.TOP - 4);
        Random random = TestRandom.create();
        int[] certain = new int[3];
        try (Database whole = Database.open(SolvedDatabase.directory());
                Database part = Database.open(SolvedDatabase.directory(), lower)) {
            Engine engine = new Engine(part, Engine.Aim.WIN);
            int[] position = new int[12];
            for (int i = 0; i < 600; i++) {
                int layer = SolvedDatabase.TOP - random.nextInt(4);
                whole.game().unrank(layer, random.nextInt((int) whole.game().size(layer)), position);
                // The loser of a position wins the game every other time.
                int lead = random.nextBoolean() ? 0 : 2 * random.nextInt(-2, 3) + layer % 2;
                int taken = (48 - layer + lead) / 2;
                PlayedGame played = new PlayedGame(whole.game(), position, 0, taken, 48 - layer - taken);
                Report report =
                        engine.prepare(played, Limits.NONE.withNodes(3000)).search(depth -> {});
                if (report.depth() > 0 && (report.isExact() || Math.abs(report.score()) >= 10_000)) {
                    int difference = 2 * taken - (48 - layer) + whole.score(position);
                    assertEquals(
                            Integer.signum(difference),
                            Integer.signum(report.score()),
                            () -> difference + " " + Arrays.toString(position) + " " + report);
                    certain[1 - Integer.signum(difference)]++;
                }
            }
        }
        for (int count : certain) {
            assertTrue(count > 0, () -> Arrays.toString(certain) + " wins, draws and losses");
        }
    }

    @Test
    @Thorough
    void insideDatabaseEngineKeepsItsPromiseToTheEnd() {
        Random random = TestRandom.create();
        try (Database database = Database.open(SolvedDatabase.directory())) {
            Engine engine = new Engine(database, Engine.Aim.WIN);
            int[] position = new int[12];
            for (int i = 0; i < 50; i++) {
                database.game()
                        .unrank(
                                SolvedDatabase.TOP,
                                random.nextInt((int) database.game().size(SolvedDatabase.TOP)),
                                position);
                int promised = database.score(position);
                PlayedGame played = new PlayedGame(database.game(), position, 0, 20, 19);
                while (!engine.isOver(played)) {
                    Report report = engine.prepare(played, Limits.NONE).search(depth -> {});
                    assertEquals(1, report.depth(), "nothing is left to search");
                    played.play(report.moves().get(0).move());
                }
                int[] taken = played.now().taken();
                int now = taken[0] - taken[1];
                int rest = played.legalMoves().isEmpty()
                        ? database.game().terminalScore(played.now().position())
                        : 0;
                int difference = now + (played.now().mover() == 0 ? rest : -rest);
                assertEquals(Integer.signum(1 + promised), Integer.signum(difference), () -> "promised " + promised);
            }
        }
    }

    /** Returns random positions in which something is at stake and there is a move. */
    private static List<int[]> boards(Database database) {
        Random random = TestRandom.create();
        Game game = database.game();
        List<int[]> boards = new ArrayList<>();
        while (boards.size() < BOARDS) {
            int layer = 1 + random.nextInt(TOP);
            int[] position = new int[game.cells()];
            game.unrank(layer, random.nextInt((int) game.size(layer)), position);
            if (database.score(position) != 0 && !database.moves(position).isEmpty()) {
                boards.add(position);
            }
        }
        return boards;
    }

    /** Play makes progress: by the database's distances, and without them by looking ahead. */
    @ParameterizedTest
    @EnumSource(RuleSet.class)
    void engineAndPlayMakeProgressWithoutDistances(RuleSet rules, @TempDir Path directory) throws IOException {
        Path without = Files.createDirectory(directory.resolve("without"));
        Databases.build(without, new Awari(6, rules), TOP, 2);
        Databases.buildWithDistances(directory, new Awari(6, rules), TOP);
        int choices = 0;
        try (Database database = Database.open(directory);
                Database scores = Database.open(without)) {
            for (Database one : List.of(database, scores)) {
                Evaluator evaluator = new Evaluator(one, 1);
                Engine engine = new Engine(one, Engine.Aim.SCORE_ALL_MOVES);
                for (int[] position : boards(database)) {
                    List<ScoredMove> moves = database.bestMoves(position);
                    PlayedGame played = new PlayedGame(database.game(), position);
                    assertEquals(
                            moves.get(0).move(),
                            evaluator.choose(played, evaluator.evaluate(played)).move());
                    Report report = engine.prepare(played, Limits.NONE.withNodes(100_000))
                            .search(depth -> {});
                    assertEquals(moves.get(0).move(), report.moves().get(0).move(), () -> Arrays.toString(position));
                    choices += moves.size() > 1 ? 1 : 0;
                }
            }
        }
        assertTrue(choices > BOARDS / 10, "there was a choice");
    }
}
