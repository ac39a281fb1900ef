package granary.builder.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.database.BuildListener;
import granary.builder.database.DatabaseBuild;
import granary.builder.database.Solvers;
import granary.builder.file.Disk;
import granary.builder.solve.LayerSolver;
import granary.builder.store.DatabaseDirectory;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.testing.Databases;
import granary.builder.testing.ForgetfulDisk;
import granary.database.Listing;
import granary.format.FileKind;
import granary.testing.Thorough;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The power goes at every step by which checkpoints and scratch files are published, and in between. */
class PowerCutTest {
    private static final Awari GAME = new Awari(2, RuleSet.OLYMPIAD);
    private static final int TOP = 3;
    private static final int PAGE = 4096;
    private static final MemoryNeed NEED = new MemoryNeed(10_000, 5_000);

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

    private static AutomaticMemory inProcess(Disk disk, Path directory) {
        return new AutomaticMemory(
                new WorkFiles(disk, directory, GAME.identity()), GAME.identity(), () -> Long.MAX_VALUE, null, e -> {
                    throw new UncheckedIOException(e);
                });
    }

    private static FileMemory inFiles(Disk disk, Path directory) {
        return new FileMemory(
                new WorkFiles(disk, directory, GAME.identity()), GAME.identity(), () -> Long.MAX_VALUE, null);
    }

    private Checkpoint checkpoint(int layer, MemoryNeed need) {
        return new Checkpoint(new WorkFiles(disk, directory, GAME.identity()), GAME.identity(), layer, need);
    }

    private Path restore(Map<String, byte[]> state) throws IOException {
        Path found = Files.createDirectory(temporary.resolve("state-" + restored++));
        ForgetfulDisk.restore(state, found);
        return found;
    }

    @Test
    void aCheckpointIsTheOldOneOrTheNewOne() throws IOException {
        try (WholeMemory memory = (WholeMemory) inProcess(disk, directory).open(TOP, NEED)) {
            for (int value = 1; value < 4; value++) {
                memory.state().fill((byte) value);
                assertTrue(checkpoint(TOP, NEED).take(memory, () -> false));
                checkKept(Set.of(value - 1, value));
                checkKept(Set.of(value));
            }
        }
    }

    /** Checks which values the memory may be filled with after a power cut. */
    private void checkKept(Set<Integer> values) throws IOException {
        Set<Integer> kept = new TreeSet<>();
        for (Map<String, byte[]> state : disk.states()) {
            try (WholeMemory memory =
                    (WholeMemory) inProcess(new Disk(), restore(state)).open(TOP, NEED)) {
                byte value = memory.state().get(JAVA_BYTE, 0);
                byte[] all = memory.state().toArray(JAVA_BYTE);
                for (byte each : all) {
                    assertEquals(value, each);
                }
                kept.add((int) value);
            }
        }
        assertEquals(values, kept);
    }

    @Test
    void aScratchFileThatIsOpenedIsThereToResumeFrom() throws IOException {
        try (WholeMemory memory =
                (WholeMemory) inFiles(disk, directory.resolve("scratch")).open(TOP, NEED)) {
            assertTrue(disk.states().size() > 1);
            memory.state().fill((byte) 1);
            for (Map<String, byte[]> state : disk.states()) {
                Path found = restore(state).resolve("scratch");
                assertTrue(inFiles(new Disk(), found).canResume(TOP, NEED), () -> "from " + state.keySet());
            }
        }
    }

    @Test
    @Thorough
    void aBuildGoesOnFromACheckpointThatWasTaken() throws IOException {
        Checkpoints checkpoints = new Checkpoints();
        build(directory, disk, checkpoints, checkpoints);
        Map<String, String> expected = Databases.contents(directory);
        assertTrue(checkpoints.taken > TOP, checkpoints.taken + " checkpoints");
        for (Path found : checkpoints.found) {
            build(found, new Disk(), inProcess(new Disk(), found), BuildListener.SILENT);
            assertEquals(expected, Databases.contents(found));
        }
    }

    /** Takes a checkpoint after each sweep; from then on until the layer is done every power cut has to leave one or the other. */
    private final class Checkpoints implements BuildListener, MemoryProvider {
        private final AutomaticMemory memory = inProcess(disk, directory);
        private final List<Path> found = new ArrayList<>();
        private int taken;
        private int layer;
        private MemoryNeed need;
        private WholeMemory opened;
        private boolean isTaken;

        @Override
        public long available() {
            return memory.available();
        }

        @Override
        public WorkingMemory open(int begun, MemoryNeed needed) throws IOException {
            layer = begun;
            need = needed;
            isTaken = false;
            opened = (WholeMemory) memory.open(begun, needed);
            return opened;
        }

        @Override
        public void sweep(int sweep, long changed) {
            try {
                assertTrue(checkpoint(layer, need).take(opened, () -> false));
                restoreAll();
                taken++;
                isTaken = true;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void restoreAll() throws IOException {
            for (Map<String, byte[]> state : disk.states()) {
                Path restored = restore(state);
                found.add(restored);
                if (isTaken) {
                    assertTrue(
                            inProcess(new Disk(), restored).canResume(layer, need)
                                    || new Listing(restored)
                                            .manifest()
                                            .files(FileKind.SCORES)
                                            .containsKey(layer),
                            () -> "layer " + layer + " in " + state.keySet());
                }
            }
        }

        @Override
        public void layerEnds(int layer, long positions, Duration time) {
            try {
                restoreAll();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void remove(int layer) throws IOException {
            memory.remove(layer);
        }

        @Override
        public void clean(IntPredicate isDone) throws IOException {
            memory.clean(isDone);
        }

        @Override
        public Path directory() {
            return memory.directory();
        }

        @Override
        public long bytesToReserve(int layer, MemoryNeed need) {
            return memory.bytesToReserve(layer, need);
        }

        @Override
        public boolean canResume(int layer, MemoryNeed need) {
            return memory.canResume(layer, need);
        }
    }

    @Test
    @Thorough
    void aBuildInAScratchFileEndsInTheSameFiles() throws IOException {
        build(directory, disk, inFiles(disk, directory), BuildListener.SILENT);
        Map<String, String> expected = Databases.contents(directory);
        for (Map<String, byte[]> state : disk.states()) {
            Path found = restore(state);
            forgetNotes(found);
            build(found, new Disk(), inFiles(new Disk(), found), BuildListener.SILENT);
            assertEquals(expected, Databases.contents(found), () -> "from " + state.keySet());
        }
    }

    /** They hold as long as the operating system runs. */
    private static void forgetNotes(Path found) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(found, "*.scratch")) {
            for (Path file : files) {
                byte[] bytes = Files.readAllBytes(file);
                if (bytes.length >= PAGE) {
                    Arrays.fill(bytes, PAGE - StateNote.BYTES, PAGE, (byte) 0);
                    Files.write(file, bytes);
                }
            }
        }
    }

    /** Builds scores and distances. */
    private static void build(Path directory, Disk disk, MemoryProvider memory, BuildListener listener)
            throws IOException {
        LayerSolver solver = Solvers.of("sweep", GAME, 1, KernelChoice.automatic());
        try (DatabaseDirectory database = new DatabaseDirectory(directory, GAME, disk)) {
            new DatabaseBuild(database, solver, memory, listener)
                    .withDistances()
                    .run(TOP);
        }
    }
}
