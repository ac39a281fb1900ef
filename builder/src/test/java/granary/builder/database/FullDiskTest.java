package granary.builder.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.memory.AutomaticMemory;
import granary.builder.memory.MemoryNeed;
import granary.builder.store.DatabaseDirectory;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.testing.Databases;
import granary.database.LayerFile;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.testing.Mounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A small disk is a file system in memory, which only root may mount; elsewhere these tests are skipped. */
class FullDiskTest {
    private static final Awari GAME = new Awari(6, RuleSet.OLYMPIAD);
    private static final int LAYER = 10;
    private static final int KIBIBYTE = 1024;
    /** When it is over, the layer is begun. */
    private static final Duration INTERVAL = Duration.ofMillis(300);
    /** For everything else, and less than the distances. */
    private static final int SPARE = 100;

    @TempDir
    private Path directory;

    @TempDir
    private Path whole;

    private final SweepSolver solver = new SweepSolver(GAME, 2, KernelChoice.automatic());
    private final MemoryNeed need =
            solver.need(LAYER).and(solver.distanceNeed(LAYER)).memory();

    /** There is room for the layer's scores and distances, or for its scores and a checkpoint, and not for all three. */
    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void checkpointsLeaveRoomForDistances() throws IOException, InterruptedException {
        Databases.buildWithDistances(whole, GAME, LAYER, solver);
        Map<String, String> expected = Databases.contents(whole);
        long bytes = need.state();
        for (int layer = 0; layer <= LAYER; layer++) {
            bytes += pages(LayerFile.scoresHeader(GAME, layer, FileDigest.NONE).fileLength());
            bytes += layer == LAYER ? 0 : pages(Files.size(whole.resolve(FileKind.DISTANCES.fileName(layer))));
        }
        assumeTrue(Mounts.memory(directory, (int) (bytes / KIBIBYTE) + SPARE), Mounts.SKIPPED);
        try {
            Databases.buildWithDistances(directory, GAME, LAYER - 1, solver);
            CompletableFuture<IOException> told = new CompletableFuture<>();
            AutomaticMemory memory =
                    new AutomaticMemory(directory, GAME.identity(), () -> Long.MAX_VALUE, INTERVAL, told::complete);
            try (DatabaseDirectory database = new DatabaseDirectory(directory, GAME)) {
                new DatabaseBuild(database, solver, memory, new Patient(memory, told))
                        .withDistances()
                        .run(LAYER);
            }
            String message = told.join().getMessage();
            assertTrue(
                    message.matches(".*-010\\.checkpoint\\.part takes .* of which files of the layer need .*"),
                    message);
            assertEquals(expected, Databases.contents(directory));
        } finally {
            Mounts.unmount(directory);
        }
    }

    private static long pages(long bytes) {
        return (bytes + 4 * KIBIBYTE - 1) & -4 * KIBIBYTE;
    }

    /** Waits in each sweep until a checkpoint is taken, or is told that none will be. */
    private final class Patient implements BuildListener {
        private final AutomaticMemory memory;
        private final CompletableFuture<IOException> told;

        Patient(AutomaticMemory memory, CompletableFuture<IOException> told) {
            this.memory = memory;
            this.told = told;
        }

        @Override
        public void sweep(int sweep, long changed) {
            while (!told.isDone() && memory.checkpointed(LAYER, need).isEmpty()) {
                Thread.onSpinWait();
            }
        }
    }
}
