package granary.builder.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.CheckFailedException;
import granary.builder.OperationInterruptedException;
import granary.builder.database.BuildListener;
import granary.builder.database.DatabaseBuild;
import granary.builder.memory.AutomaticMemory;
import granary.builder.memory.FileMemory;
import granary.builder.memory.MemoryProvider;
import granary.builder.store.DatabaseDirectory;
import granary.builder.sweep.kernel.DistanceCode;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.outofcore.Candidates;
import granary.builder.testing.Databases;
import granary.database.Database;
import granary.testing.TestRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A layer goes on from any mixture of older and newer bytes in its scratch file. */
class ResumedSweepTest {
    private static final Awari AWARI = new Awari(6, RuleSet.OLYMPIAD);
    private static final int SEEDS = 12;
    private static final int PAGE = 4096;

    @TempDir
    private Path directory;

    @TempDir
    private Path scratch;

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 6, 9})
    void aTornScratchFileEndsInTheSameLayer(int sweeps) throws IOException {
        Databases.copy(Databases.twelveSeeds(), directory, SEEDS - 1, -1);
        assertThrows(OperationInterruptedException.class, () -> {
            try (DatabaseDirectory database = new DatabaseDirectory(directory, AWARI)) {
                new DatabaseBuild(database, solver(), memory(), new InterruptAfter(sweeps)).run(SEEDS);
            }
        });
        Path file = scratch.resolve("awari-pits-6-rules-olympiad-012.scratch");
        TornScratch.tear(file);
        Databases.build(directory, AWARI, SEEDS, solver(), memory());
        assertEquals(Databases.contents(Databases.twelveSeeds()), Databases.contents(directory));
        assertTrue(!file.toFile().exists(), "the scratch file goes when the layer is published");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 8})
    void distancesGoOnFromAnyMixtureOfOlderAndNewerBytes(int sweeps) throws IOException {
        Path undisturbed = Databases.twelveSeedsWithDistances();
        Path disturbed = Files.createDirectory(directory.resolve("disturbed"));
        Databases.copy(undisturbed, disturbed, SEEDS, SEEDS - 1);
        assertThrows(OperationInterruptedException.class, () -> {
            try (DatabaseDirectory database = new DatabaseDirectory(disturbed, AWARI)) {
                new DatabaseBuild(database, solver(), memory(), new InterruptAfter(sweeps))
                        .withDistances()
                        .run(SEEDS);
            }
        });
        Path file = scratch.resolve("awari-pits-6-rules-olympiad-012.scratch");
        forgetDistances(file);
        Phases phases = new Phases();
        try (DatabaseDirectory database = new DatabaseDirectory(disturbed, AWARI)) {
            new DatabaseBuild(database, solver(), memory(), phases)
                    .withDistances()
                    .run(SEEDS);
        }
        assertEquals(Databases.contents(undisturbed), Databases.contents(disturbed));
        assertFalse(phases.names.contains("unpacking"), "it goes on where it was");
        assertTrue(!file.toFile().exists(), "the scratch file goes when the layer is published");
    }

    /** Kept on at some sweep until a checkpoint has been taken, then killed; the checkpoint may hold bytes of any time. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 9})
    void aCheckpointEndsInTheSameLayer(int sweeps) throws IOException {
        Databases.copy(Databases.twelveSeeds(), directory, SEEDS - 1, -1);
        assertThrows(OperationInterruptedException.class, () -> {
            try (DatabaseDirectory database = new DatabaseDirectory(directory, AWARI)) {
                new DatabaseBuild(database, solver(), checkpointed(directory), atCheckpoint(directory, sweeps))
                        .run(SEEDS);
            }
        });
        assertTrue(checkpointed(directory).canResume(SEEDS, solver().need(SEEDS).memory()));
        Databases.build(directory, AWARI, SEEDS, solver(), checkpointed(directory));
        assertEquals(Databases.contents(Databases.twelveSeeds()), Databases.contents(directory));
    }

    @Test
    void distancesGoOnFromACheckpoint() throws IOException {
        Path undisturbed = Databases.twelveSeedsWithDistances();
        Path disturbed = Files.createDirectory(directory.resolve("disturbed"));
        Databases.copy(undisturbed, disturbed, SEEDS, SEEDS - 1);
        assertThrows(OperationInterruptedException.class, () -> {
            try (DatabaseDirectory database = new DatabaseDirectory(disturbed, AWARI)) {
                new DatabaseBuild(database, solver(), checkpointed(disturbed), atCheckpoint(disturbed, 3))
                        .withDistances()
                        .run(SEEDS);
            }
        });
        Phases phases = new Phases();
        try (DatabaseDirectory database = new DatabaseDirectory(disturbed, AWARI)) {
            new DatabaseBuild(database, solver(), checkpointed(disturbed), phases)
                    .withDistances()
                    .run(SEEDS);
        }
        assertEquals(Databases.contents(undisturbed), Databases.contents(disturbed));
        assertFalse(phases.names.contains("unpacking"), "it goes on where it was");
    }

    private static MemoryProvider checkpointed(Path directory) {
        return new AutomaticMemory(directory, AWARI.identity(), () -> Long.MAX_VALUE, Duration.ofMillis(1), failure -> {
            throw new AssertionError(failure);
        });
    }

    /** Interrupts after some sweeps, once a checkpoint has been taken after them. */
    private static BuildListener atCheckpoint(Path directory, int sweeps) {
        return new BuildListener() {
            private volatile boolean due;

            @Override
            public void sweep(int sweep, long changed) {
                if (sweep == sweeps) {
                    Path file = directory.resolve("awari-pits-6-rules-olympiad-012.checkpoint");
                    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
                    file.toFile().delete();
                    // the first may have been begun before
                    for (int taken = 0; taken < 2 && System.nanoTime() < deadline; ) {
                        taken += file.toFile().delete() ? 1 : 0;
                    }
                    while (!file.toFile().exists() && System.nanoTime() < deadline) {
                        Thread.onSpinWait();
                    }
                    due = true;
                }
            }

            @Override
            public void check() {
                if (due) {
                    throw new OperationInterruptedException();
                }
            }
        };
    }

    /** Sets distances above 1 back to unknown, as they began, many times one and then a stretch. */
    private static void forgetDistances(Path file) throws IOException {
        Random random = TestRandom.create();
        byte[] bytes = Files.readAllBytes(file);
        int length = (int) new LayerShape(AWARI, SEEDS).workingBytes();
        int distances = PAGE + length;
        int forgotten = 0;
        for (int i = 0; i < 1000; i++) {
            int start = random.nextInt(length - 1000);
            int end = start + (i % 2 == 0 ? 1 : random.nextInt(1000));
            for (int at = start; at < end; at++) {
                int score = -bytes[PAGE + at];
                if (score != 0 && DistanceCode.distance(bytes[distances + at], score) > 1) {
                    bytes[distances + at] = DistanceCode.of(DistanceCode.UNKNOWN, score);
                    forgotten++;
                }
            }
        }
        assertTrue(forgotten > 1000);
        Files.write(file, bytes);
    }

    private static final class Phases implements BuildListener {
        private final Set<String> names = ConcurrentHashMap.newKeySet();

        @Override
        public void phase(String name) {
            names.add(name);
        }
    }

    @Test
    void aDistanceThatDoesNotFitIsToldAndNothingIsPublished() throws IOException {
        SweepSolver short30 = new SweepSolver(
                AWARI, 2, KernelChoice.of(KernelChoice.fastest()), 30, Candidates::new, SweepSolver.SMALL_LAYER);
        CheckFailedException refused = assertThrows(
                CheckFailedException.class, () -> Databases.buildWithDistances(directory, AWARI, 8, short30));
        assertTrue(refused.getMessage().startsWith("layer 4, offset "), refused.getMessage());
        assertTrue(
                refused.getMessage().contains(": the distance is longer than 30, the most that can be computed"),
                refused.getMessage());
        try (Database database = Database.open(directory)) {
            assertEquals(List.of(0, 1, 2, 3, 4), List.copyOf(database.layers()));
            assertEquals(List.of(0, 1, 2, 3), List.copyOf(database.distanceLayers()));
        }
    }

    private SweepSolver solver() {
        return new SweepSolver(AWARI, 2, KernelChoice.of(KernelChoice.fastest()));
    }

    private MemoryProvider memory() {
        return new FileMemory(scratch, AWARI.identity(), () -> Long.MAX_VALUE);
    }
}
