package granary.builder.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.CheckFailedException;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.sweep.outofcore.Candidates;
import granary.builder.testing.Databases;
import granary.database.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DistanceTooLongTest {
    @TempDir
    private Path directory;

    @Test
    void tooLongDistanceIsReportedAndNothingPublished() throws IOException {
        Awari awari = new Awari(6, RuleSet.OLYMPIAD);
        SweepSolver short30 = new SweepSolver(
                awari, 2, KernelChoice.of(KernelChoice.fastest()), 30, Candidates::new, SweepSolver.SMALL_LAYER);
        String told = assertThrows(
                        CheckFailedException.class, () -> Databases.buildWithDistances(directory, awari, 8, short30))
                .getMessage();
        assertTrue(told.startsWith("layer 4, rank "), told);
        assertTrue(told.contains(": the distance is longer than 30, the most that can be computed"), told);
        try (Database database = Database.open(directory)) {
            assertEquals(List.of(0, 1, 2, 3, 4), List.copyOf(database.layers()));
            assertEquals(List.of(0, 1, 2, 3), List.copyOf(database.distanceLayers()));
        }
    }
}
