package granary.builder.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.OperationInterruptedException;
import granary.builder.database.Build;
import granary.builder.memory.BufferPool;
import granary.builder.memory.LayerNeeds;
import granary.builder.memory.MemoryProvider;
import granary.builder.store.DatabaseDirectory;
import granary.builder.sweep.kernel.DistanceCode;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.sweep.outofcore.Candidates;
import granary.builder.testing.Databases;
import granary.format.FileKind;
import granary.testing.ChildJvm;
import granary.testing.TestRandom;
import granary.testing.Thorough;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A layer of whose working memory only a share fits into the memory. */
@EnabledOnOs(OS.LINUX)
class OutOfCoreTest {
    private static final Awari AWARI = new Awari(6, RuleSet.OLYMPIAD);
    private static final int SEEDS = 12;
    /** More than a layer of this size would have: then propagation begins while there is something to propagate. */
    private static final int CANDIDATES = 4000;

    private static final KernelChoice KERNELS = KernelChoice.of(KernelChoice.fastest());
    /** With this share hardly a page is written to make room. */
    private static final double ALMOST_ALL = 0.95;

    private static final int KILLED = 137;
    private static final String PACKING = "packing";
    private static final String SWEEP = "sweep";
    private static final String PROPAGATION = "change propagation";

    @TempDir
    private Path directory;

    private Path files;

    @BeforeEach
    void create() throws IOException {
        files = Files.createDirectory(directory.resolve("database"));
    }

    @ParameterizedTest
    @CsvSource({
        "6, OLYMPIAD, 10, 0.55, 1, 4096",
        "6, STRICT, 10, 0.6, 3, 4096",
        "6, ABAPA, 10, 0.9, 3, 4096",
        "5, STRICT, 11, 0.7, 1, 4096",
        "4, OLYMPIAD, 14, 0.5, 3, 4096",
        "3, ABAPA, 26, 0.8, 1, 4096",
        "2, OLYMPIAD, 31, 0.9, 1, 4096"
    })
    void theFilesAreTheSame(int pits, RuleSet rules, int seeds, double share, int threads, int page)
            throws IOException {
        Awari awari = new Awari(pits, rules);
        assertEquals(List.of(SWEEP, PROPAGATION), phasesOfSameFiles(awari, seeds, solver(awari, threads), share, page));
    }

    @ParameterizedTest
    @Thorough
    @CsvSource({
        "6, OLYMPIAD, 12, 0.7, 3, 16384",
        "6, STRICT, 12, 0.8, 1, 16384",
        "6, ABAPA, 12, 0.9, 3, 131072",
        "6, OLYMPIAD, 14, 0.9, 3, 131072"
    })
    void theFilesAreTheSameWithLargerPages(int pits, RuleSet rules, int seeds, double share, int threads, int page)
            throws IOException {
        theFilesAreTheSame(pits, rules, seeds, share, threads, page);
    }

    /** Builds a layer in memory and out of core, and returns the phases that found its values. */
    private List<String> phasesOfSameFiles(Awari awari, int seeds, SweepSolver solver, double share, int page)
            throws IOException {
        Path expected = Files.createDirectory(directory.resolve("expected"));
        Databases.build(expected, awari, seeds, solver(awari, 2));
        Databases.copy(expected, files, seeds - 1, -1);
        List<String> phases = phases(awari, seeds, solver, share, page);
        assertEquals(Databases.contents(expected), Databases.contents(files));
        return phases;
    }

    /** In some rounds over positions too many are affected, all of a sudden. */
    @ParameterizedTest
    @CsvSource({"6, OLYMPIAD, 10, 0.55, 1", "6, STRICT, 10, 0.6, 2", "6, ABAPA, 10, 0.6, 1", "5, STRICT, 12, 0.7, 1"})
    void theFilesAreTheSameWhenSweepsAndPropagationTakeTurns(
            int pits, RuleSet rules, int seeds, double share, int rounds) throws IOException {
        Awari awari = new Awari(pits, rules);
        SweepSolver solver = solver(awari, 1, most -> new SmallCandidates(rounds));
        List<String> phases = phasesOfSameFiles(awari, seeds, solver, share, 4096);
        assertEquals(List.of(SWEEP, PROPAGATION, SWEEP), phases.subList(0, Math.min(phases.size(), 3)));
    }

    @Test
    void sweepsAloneSuffice() throws IOException {
        Databases.copy(Databases.twelveSeeds(), files, SEEDS - 1, -1);
        assertEquals(List.of(SWEEP), phases(AWARI, SEEDS, solver(AWARI, 2, most -> new Candidates(0)), 0.5, 4096));
        assertEquals(Databases.contents(Databases.twelveSeeds()), Databases.contents(files));
    }

    /** Keeps phases and numbers of changes, and stops a build after a number of sweeps. */
    private static final class Recorded implements Monitor {
        private final List<String> phases = new ArrayList<>();
        private final List<Long> changes = new ArrayList<>();
        private final int mostSweeps;

        Recorded(int mostSweeps) {
            this.mostSweeps = mostSweeps;
        }

        @Override
        public void check() {
            if (changes.size() >= mostSweeps) {
                throw new OperationInterruptedException();
            }
        }

        @Override
        public void phase(String name) {
            if (phases.isEmpty() || !phases.getLast().equals(name)) {
                phases.add(name);
            }
        }

        @Override
        public void sweep(int sweep, long changed) {
            changes.add(changed);
        }
    }

    /** Builds a layer, and returns the phases that found its values. */
    private List<String> phases(Awari awari, int seeds, SweepSolver solver, double share, int page) throws IOException {
        Recorded recorded = new Recorded(Integer.MAX_VALUE);
        build(awari, seeds, solver, memory(awari, seeds, share, page), recorded);
        return recorded.phases.stream()
                .filter(name -> name.equals(SWEEP) || name.equals(PROPAGATION))
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"0.4, 1, 4096", "0.4, 4, 4096", "0.6, 7, 4096", "0.7, 5, 16384", "0.95, 4, 131072"})
    void tornScratchFileGivesTheSameLayer(double share, int rounds, int page) throws IOException {
        Databases.copy(Databases.twelveSeeds(), files, SEEDS - 1, -1);
        MemoryProvider memory = memory(AWARI, SEEDS, share, page);
        assertThrows(OperationInterruptedException.class, () -> build(new Recorded(rounds), memory));
        assertTrue(memory.canResume(SEEDS, solver(AWARI, 2).need(SEEDS)));
        tear(
                files.resolve("awari-pits-6-rules-olympiad-012.scratch"),
                solver(AWARI, 2).need(SEEDS),
                page);
        build(Monitor.SILENT, memory);
        assertEquals(Databases.contents(Databases.twelveSeeds()), Databases.contents(files));
    }

    /**
     * Sets some pages back to what they were when the layer began: pages of values or, if the file then says of no conversion values that
     * they are filled in, any.
     */
    private static void tear(Path file, LayerNeeds need, int page) throws IOException {
        Random random = TestRandom.create();
        boolean isForgotten = random.nextBoolean();
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            int pages = (int) ((bytes.length() - BufferPool.HEADER) / page);
            int[] places = need.outOfCore().order().places(page, pages);
            if (isForgotten) {
                bytes.seek(BufferPool.HEADER - Long.BYTES);
                bytes.writeLong(1);
            }
            for (int i = 0; i < 40; i++) {
                int torn = random.nextInt(isForgotten ? pages : (int) (need.bytes() / 2 / page));
                bytes.seek(BufferPool.HEADER + (long) places[torn] * page);
                bytes.write(new byte[page / 2]);
            }
        }
    }

    /**
     * Builds a layer nearly all of which fits, whose changed pages are written after each group, and says when sweeps end. With a second
     * argument it ends when rows have taken the place of conversion values.
     */
    static final class Victim {
        private Victim() {}

        public static void main(String[] arguments) throws IOException {
            OutOfCoreTest test = new OutOfCoreTest();
            test.files = Path.of(arguments[0]);
            Monitor listener = new Monitor() {
                private boolean isPacking;

                @Override
                public void sweep(int sweep, long changed) {
                    System.out.println(sweep);
                }

                @Override
                public void phase(String name) {
                    isPacking = name.equals(PACKING);
                }

                @Override
                public void advance(long steps) {
                    if (isPacking && arguments.length > 1) {
                        Runtime.getRuntime().halt(KILLED);
                    }
                }
            };
            test.build(listener, test.memory(AWARI, SEEDS, ALMOST_ALL, 4096));
        }
    }

    /** After three sweeps the rest depends on the speed of the disk; after four it is less than half of the limit. */
    @ParameterizedTest
    @Thorough
    @ValueSource(ints = {4, 8})
    void killedBuildResumesFromItsFile(int sweeps) throws IOException {
        Databases.copy(Databases.twelveSeeds(), files, SEEDS - 1, -1);
        Process victim = new ProcessBuilder(ChildJvm.command(Victim.class, files))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = victim.inputReader()) {
            String line = said.readLine();
            while (line != null && Integer.parseInt(line) < sweeps) {
                line = said.readLine();
            }
            victim.toHandle().destroyForcibly();
            assertNotNull(line, "it ended before");
        }
        victim.onExit().join();
        Recorded resumed = resume();
        assertFalse(resumed.phases.contains("conversion values"), "they are all in the file");
        long first = resumed.changes.getFirst();
        assertTrue(first < AWARI.size(SEEDS) / 8, "the first sweep found more than was left: " + first);
    }

    /** The rows that are packed stand where conversion values stood. */
    @Test
    @Thorough
    void buildKilledDuringPackingPacksAgain() throws Exception {
        Databases.copy(Databases.twelveSeeds(), files, SEEDS - 1, -1);
        Process victim = new ProcessBuilder(ChildJvm.command(Victim.class, files, PACKING))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertEquals(KILLED, victim.waitFor());
        Recorded resumed = resume();
        assertTrue(resumed.phases.contains(PACKING), resumed.phases::toString);
        assertFalse(resumed.phases.contains("conversion values"), resumed.phases::toString);
        assertEquals(List.of(), resumed.changes);
    }

    private Recorded resume() throws IOException {
        Recorded recorded = new Recorded(Integer.MAX_VALUE);
        build(recorded, memory(AWARI, SEEDS, ALMOST_ALL, 4096));
        assertEquals(Databases.contents(Databases.twelveSeeds()), Databases.contents(files));
        return recorded;
    }

    @Test
    void tooLittleMemoryIsReported() throws IOException {
        Databases.copy(Databases.twelveSeeds(), files, SEEDS - 1, -1);
        Map<String, String> before = Databases.contents(files);
        MemoryProvider memory = memory(AWARI, SEEDS, 0.05, 4096);
        CheckFailedException refused = assertThrows(CheckFailedException.class, () -> build(Monitor.SILENT, memory));
        assertTrue(refused.getMessage().contains("of main memory outside the Java heap"), refused.getMessage());
        assertEquals(before, Databases.contents(files), "nothing is reserved before");
    }

    /** They do not work through a buffer pool. */
    @Test
    void distancesAreRefusedBeforeAnythingIsReserved() throws IOException {
        Databases.copy(Databases.twelveSeedsWithDistances(), files, SEEDS - 1, SEEDS - 1);
        Map<String, String> before = Databases.contents(files);
        Recorded recorded = new Recorded(Integer.MAX_VALUE);
        MemoryProvider memory = memory(AWARI, SEEDS, 0.9, 4096);
        CheckFailedException refused = assertThrows(
                CheckFailedException.class,
                () -> build(AWARI, SEEDS, solver(AWARI, 2), memory, recorded, FileKind.DISTANCES));
        assertTrue(refused.getMessage().contains("with its distances needs"), refused.getMessage());
        assertEquals(before, Databases.contents(files));
        assertEquals(List.of(), recorded.phases, "no layer was checked for nothing");
    }

    private void build(Monitor monitor, MemoryProvider memory) throws IOException {
        build(AWARI, SEEDS, solver(AWARI, 2), memory, monitor);
    }

    private void build(
            Awari awari, int seeds, SweepSolver solver, MemoryProvider memory, Monitor monitor, FileKind... optional)
            throws IOException {
        try (DatabaseDirectory database = new DatabaseDirectory(files, awari)) {
            new Build(database, solver, memory, monitor).with(optional).run(seeds);
        }
    }

    private static SweepSolver solver(Awari awari, int threads) {
        return solver(awari, threads, most -> new Candidates(CANDIDATES));
    }

    private static SweepSolver solver(Awari awari, int threads, IntFunction<Candidates> candidates) {
        return new SweepSolver(awari, threads, KERNELS, DistanceCode.UNKNOWN - 1, candidates, SweepSolver.SMALL_LAYER);
    }

    /** Gives up when some are added after this number has been taken. */
    private static final class SmallCandidates extends Candidates {
        private final int most;
        private int taken;

        SmallCandidates(int most) {
            super(CANDIDATES);
            this.most = most;
        }

        @Override
        public synchronized void clear() {
            super.clear();
            taken = 0;
        }

        @Override
        public synchronized long[] take() {
            taken++;
            return super.take();
        }

        @Override
        public synchronized void add(long[] more, int count) {
            super.add(more, count);
            if (taken == most && count > 0) {
                giveUp();
            }
        }
    }

    /** Returns a file of which only a share fits into the memory. */
    private MemoryProvider memory(Awari awari, int seeds, double share, int page) {
        long budget = (long) (share * solver(awari, 1).need(seeds).bytes());
        return new MemoryProvider(files, awari.identity(), () -> budget, Duration.ZERO, bytes -> page);
    }
}
