package granary.command.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.OperationInterruptedException;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.testing.Databases;
import granary.format.FileKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationTest {
    /** All of its layers are small. */
    private static final Awari GAME = new Awari(2, RuleSet.OLYMPIAD);

    private static final SweepSolver SOLVER = new SweepSolver(GAME, 2, KernelChoice.of("scalar"));

    @TempDir
    private Path directory;

    @AfterEach
    void nothingIsLeftBehind() throws IOException {
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void allSpeedsAreMeasuredInTheDirectoryOfADatabase(@TempDir Path database) throws IOException {
        Databases.build(database, GAME, 1, 1);
        Map<String, String> before = Databases.contents(database);
        Calibration calibration = Calibration.run(
                GAME, SOLVER, EnumSet.of(FileKind.SCORES, FileKind.DISTANCES), database, Monitor.SILENT);
        assertEquals(before, Databases.contents(database));
        assertEquals(2, calibration.threads());
        assertEquals(GAME.topLayer(), calibration.layer());
        assertTrue(calibration.nanos() > 1 && calibration.sweeps() > 1, calibration.toString());
        assertTrue(calibration.memoryBandwidth() > 1e8 && calibration.diskBandwidth() > 1e5, calibration.toString());
    }

    @Test
    void itCanBeInterrupted() {
        Monitor stopping = new Monitor() {
            @Override
            public void check() {
                throw new OperationInterruptedException();
            }
        };
        assertThrows(
                OperationInterruptedException.class,
                () -> Calibration.run(GAME, SOLVER, EnumSet.of(FileKind.SCORES), directory, stopping));
    }
}
