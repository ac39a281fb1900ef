package granary.analysis.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.database.Database;
import granary.database.ScoredMove;
import granary.engine.Engine;
import granary.engine.Limits;
import granary.engine.PlayedGame;
import granary.engine.Report;
import granary.game.Game;
import granary.testing.TestRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Play makes progress: by the database's distances, and without them by looking ahead. */
final class ProgressTest {
    private static final int TOP = 7;
    private static final int BOARDS = 400;

    @TempDir
    private Path directory;

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

    @ParameterizedTest
    @EnumSource(RuleSet.class)
    void engineAndPlayMakeProgressWithoutDistances(RuleSet rules) throws IOException {
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
