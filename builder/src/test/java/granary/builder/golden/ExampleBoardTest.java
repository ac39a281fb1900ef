package granary.builder.golden;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.testing.Databases;
import granary.database.Database;
import granary.database.ScoredMove;
import granary.testing.Thorough;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The board that the literature shows, looked up in databases to its 16 seeds. Nearly all positions up to there can
 * arise from it, so there is nothing to be saved by solving those alone.
 */
@Thorough
class ExampleBoardTest {
    private static final int[] BOARD = {1, 1, 1, 1, 1, 2, 4, 2, 3, 0, 0, 0};

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"OLYMPIAD, 0, -1 -1 -2 -2 -2 0", "STRICT, 1, -1 -1 -2 -2 -3 1", "ABAPA, 0, -1 -1 -2 -2 -2 0"})
    void scoreAndMoveScoresAreThoseOfTheLiterature(RuleSet rules, int score, String moveScores) throws IOException {
        Awari awari = new Awari(6, rules);
        Databases.build(directory, awari, 16, new SweepSolver(awari, 2, KernelChoice.automatic()));
        try (Database database = Database.open(directory)) {
            assertEquals(score, database.score(BOARD));
            List<Integer> byPit = database.moves(BOARD).stream()
                    .sorted(Comparator.comparingInt(ScoredMove::move))
                    .map(ScoredMove::score)
                    .toList();
            assertEquals(Stream.of(moveScores.split(" ")).map(Integer::valueOf).toList(), byPit);
        }
    }
}
