package granary.builder.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.database.Build;
import granary.builder.database.Solvers;
import granary.builder.file.Disk;
import granary.builder.repair.Repair;
import granary.builder.solve.LayerSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.testing.Databases;
import granary.builder.testing.ForgetfulDisk;
import granary.database.Database;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.testing.BitFlip;
import granary.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The power goes at every step of every publication, and the disk keeps what was forced and any part of the rest: from
 * whatever it kept, the directory opens and the next build or repair ends in the same files.
 */
class PowerCutTest {
    private static final Awari GAME = new Awari(2, RuleSet.OLYMPIAD);
    private static final int TOP = 3;

    @TempDir
    private Path temporary;

    private int restored;

    @ParameterizedTest
    @CsvSource({"retrograde, false", "sweep, true"})
    void theNextBuildEndsInTheSameFiles(String solver, boolean distances) throws IOException {
        ForgetfulDisk disk = new ForgetfulDisk(Files.createDirectory(temporary.resolve("disk")));
        Path directory = temporary.resolve("disk/made/database");
        build(directory, solver, distances, disk);
        Map<String, String> expected = Databases.contents(directory);
        for (Map<String, byte[]> state : disk.states()) {
            Path found = restore(state).resolve("made/database");
            if (Files.exists(found.resolve(Manifest.FILE_NAME))) {
                Database.open(found).close();
            }
            build(found, solver, distances, new Disk());
            assertEquals(expected, Databases.contents(found), () -> "from " + state.keySet());
        }
        checkNothingIsForgotten(expected, disk, "made/database");
    }

    @ParameterizedTest
    @Thorough
    @CsvSource({"retrograde, true", "sweep, false"})
    void theNextBuildByOtherMeansDoes(String solver, boolean distances) throws IOException {
        theNextBuildEndsInTheSameFiles(solver, distances);
    }

    private static void build(Path directory, String solver, boolean distances, Disk disk) throws IOException {
        try (DatabaseDirectory database = new DatabaseDirectory(directory, GAME, disk)) {
            Build build = new Build(database, solver(solver), Monitor.SILENT);
            (distances ? build.with(FileKind.DISTANCES) : build).run(TOP);
        }
    }

    private static LayerSolver solver(String name) {
        return Solvers.of(name, GAME, 1, KernelChoice.automatic());
    }

    private Path restore(Map<String, byte[]> state) throws IOException {
        Path directory = Files.createDirectory(temporary.resolve("state-" + restored++));
        ForgetfulDisk.restore(state, directory);
        return directory;
    }

    /** What is done is on the disk. */
    private void checkNothingIsForgotten(Map<String, String> expected, ForgetfulDisk disk, String directory)
            throws IOException {
        Collection<Map<String, byte[]>> states = disk.states();
        assertFalse(states.isEmpty());
        for (Map<String, byte[]> state : states) {
            assertEquals(expected, Databases.contents(restore(state).resolve(directory)));
        }
    }

    @Test
    void theNextRepairEndsInTheSameFiles() throws IOException {
        repairs("sweep");
    }

    @Test
    @Thorough
    void theNextRepairByTheReferenceSolverDoes() throws IOException {
        repairs("retrograde");
    }

    private void repairs(String solver) throws IOException {
        Path whole = Files.createDirectory(temporary.resolve("whole"));
        build(whole, solver, true, new Disk());
        Map<String, String> expected = Databases.contents(whole);
        checkRepair(expected, solver, whole, FileKind.SCORES.fileName(1), Manifest.FILE_NAME);
        checkRepair(expected, solver, whole, FileKind.SCORES.fileName(2), FileKind.DISTANCES.fileName(TOP));
        checkRepair(expected, solver, whole, FileKind.DISTANCES.fileName(2), "");
    }

    /** Repairs a database of which one file is damaged and another missing. */
    private void checkRepair(Map<String, String> expected, String solver, Path whole, String damaged, String missing)
            throws IOException {
        Path directory = Files.createDirectory(temporary.resolve("repaired-" + restored));
        for (String name : expected.keySet()) {
            Files.copy(whole.resolve(name), directory.resolve(name));
        }
        BitFlip.flip(directory.resolve(damaged), Byte.SIZE * Files.size(directory.resolve(damaged)) / 2);
        if (!missing.isEmpty()) {
            Files.delete(directory.resolve(missing));
        }
        ForgetfulDisk disk = new ForgetfulDisk(directory);
        repair(directory, solver, disk);
        assertEquals(expected, Databases.contents(directory));
        for (Map<String, byte[]> state : disk.states()) {
            Path found = restore(state);
            repair(found, solver, new Disk());
            assertEquals(expected, Databases.contents(found), () -> "from " + state.keySet());
        }
        checkNothingIsForgotten(expected, disk, "");
    }

    /** Repairs, and builds what is missing then. */
    private static void repair(Path directory, String solver, Disk disk) throws IOException {
        try (BuilderLock lock = BuilderLock.take(directory)) {
            lock.mark().beat();
            Repair.of(Inventory.of(directory), 1, Monitor.SILENT).publish(disk);
        }
        build(directory, solver, true, disk);
    }
}
