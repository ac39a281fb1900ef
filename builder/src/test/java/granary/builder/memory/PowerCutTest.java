package granary.builder.memory;

import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.file.Disk;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.testing.ForgetfulDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The power goes at every step by which a scratch file is published, and in between. */
class PowerCutTest {
    private static final Awari GAME = new Awari(3, RuleSet.OLYMPIAD);
    private static final int TOP = 20;
    private static final SweepSolver SOLVER = new SweepSolver(GAME, 1, KernelChoice.of("scalar"));
    private static final LayerNeeds NEED = SOLVER.need(TOP);

    @TempDir
    private Path temporary;

    private Path directory;
    private ForgetfulDisk disk;
    private int restored;

    @BeforeEach
    void begin() throws IOException {
        directory = Files.createDirectory(temporary.resolve("disk"));
        disk = new ForgetfulDisk(directory);
    }

    /** Returns memory that does not hold the last layer. */
    private static MemoryProvider memory(Disk disk, Path directory) {
        return new MemoryProvider(
                new WorkFiles(disk, directory, GAME.identity()),
                GAME.identity(),
                () -> NEED.bytes() - 1,
                Duration.ZERO,
                PoolPages::pageBytes);
    }

    private Path restore(Map<String, byte[]> state) throws IOException {
        Path found = Files.createDirectory(temporary.resolve("state-" + restored++));
        ForgetfulDisk.restore(state, found);
        return found;
    }

    @Test
    void aScratchFileThatIsOpenedIsThereToResumeFrom() throws IOException {
        try (WorkingMemory memory = memory(disk, directory.resolve("scratch")).open(TOP, NEED)) {
            assertTrue(memory instanceof BufferPool && disk.states().size() > 1);
            for (Map<String, byte[]> state : disk.states()) {
                Path found = restore(state).resolve("scratch");
                assertTrue(memory(new Disk(), found).canResume(TOP, NEED), () -> "from " + state.keySet());
            }
        }
    }
}
