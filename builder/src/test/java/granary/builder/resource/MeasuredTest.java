package granary.builder.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.database.Build;
import granary.builder.database.Solvers;
import granary.builder.memory.BufferPool;
import granary.builder.memory.LayerNeeds;
import granary.builder.memory.MemoryProvider;
import granary.builder.memory.ProcessMemory;
import granary.builder.memory.WorkingMemory;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerFiles;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.testing.Databases;
import granary.builder.testing.Footprint;
import granary.builder.testing.Uninterrupted;
import granary.builder.verify.Verification;
import granary.format.FileKind;
import granary.testing.ChildJvm;
import granary.testing.Outcome;
import granary.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operations take what the model says: never more, and not much less. */
@EnabledOnOs(OS.LINUX)
@Isolated
class MeasuredTest {
    private static final Awari AWARI = new Awari(6, RuleSet.OLYMPIAD);
    private static final int MOST = Boolean.getBoolean("granary.measured") ? 18 : 16;
    /** The greatest ratio of an estimate to its measurement. */
    private static final double TOLERANCE = 1.15;
    /** The model's figure for a process that has only begun, including the command line, */
    private static final long BEGUN = 8L << 20;
    /** and what one of this test takes, and with Java's vectors. */
    private static final long BEGUN_HERE = 3L << 20;

    private static final long BEGUN_WITH_VECTORS = 9L << 19;

    private static final long PAGE = 4096;
    private static final int THREADS = 3;

    /** All layers, with distances. */
    @TempDir
    private static Path whole;

    @TempDir
    private Path directory;

    @BeforeAll
    static void build() throws IOException {
        new Uninterrupted(AWARI.identity(), MOST, Boolean.getBoolean("granary.measured")).build(whole);
        try (DatabaseDirectory database = new DatabaseDirectory(whole, AWARI)) {
            new Build(database, solver("256"), Monitor.SILENT)
                    .with(FileKind.BOUNDS)
                    .run(MOST);
        }
    }

    private static SweepSolver solver(String kernels) {
        return new SweepSolver(AWARI, THREADS, KernelChoice.of(kernels));
    }

    private static ResourceNeeds needs(Operation operation, int layer, String kernels) {
        long memory = operation == Operation.OUT_OF_CORE ? budget(layer) : Long.MAX_VALUE;
        ResourceModel model = new ResourceModel(AWARI, THREADS, memory);
        return operation.isVerification()
                ? model.verification(layer, operation.kinds, operation != Operation.EXHAUSTIVE_VERIFICATION)
                : model.build(layer, Solvers.need(solver(kernels), AWARI, layer, operation.kinds), operation.kinds);
    }

    /** A third of the working memory. */
    private static long budget(int layer) {
        return solver("scalar").need(layer).bytes() / 3;
    }

    /** Builds or verifies some kinds of files. */
    enum Operation {
        BUILD(FileKind.SCORES),
        BUILD_WITH_DISTANCES(FileKind.SCORES, FileKind.DISTANCES),
        DISTANCES(FileKind.DISTANCES),
        BUILD_WITH_BOUNDS(FileKind.SCORES, FileKind.BOUNDS),
        OUT_OF_CORE(FileKind.SCORES),
        VERIFICATION(FileKind.SCORES),
        VERIFICATION_WITH_DISTANCES(FileKind.SCORES, FileKind.DISTANCES),
        VERIFICATION_WITH_BOUNDS(FileKind.SCORES, FileKind.BOUNDS),
        EXHAUSTIVE_VERIFICATION(FileKind.SCORES);

        @SuppressWarnings("ImmutableEnumChecker") // nothing changes it
        private final Set<FileKind> kinds;

        Operation(FileKind... kinds) {
            this.kinds = EnumSet.copyOf(List.of(kinds));
        }

        boolean isVerification() {
            return name().contains("VERIFICATION");
        }

        /** Returns whether it needs a file of a layer before it begins. */
        boolean needs(FileKind kind, int layer, int top) {
            if (isVerification()) {
                return kinds.contains(kind) && (kind != FileKind.DISTANCES || layer == top);
            }
            return kinds.contains(kind) ? layer < top : kind == FileKind.SCORES;
        }
    }

    @ParameterizedTest
    @Thorough
    @CsvSource({"BUILD, 16, 512", "VERIFICATION, 16, scalar", "BUILD, 16, 256", "BUILD_WITH_BOUNDS, 16, 256"})
    void operationTakesThePredictedResources(Operation operation, int layer, String kernels) throws Exception {
        measure(operation, layer, kernels);
    }

    @ParameterizedTest
    @EnabledIfSystemProperty(named = "granary.measured", matches = "true")
    @CsvSource({
        "BUILD, 17, scalar",
        "OUT_OF_CORE, 16, scalar",
        "VERIFICATION_WITH_DISTANCES, 17, scalar",
        "BUILD, 18, 256",
        "BUILD_WITH_DISTANCES, 16, scalar",
        "DISTANCES, 16, scalar",
        "BUILD_WITH_BOUNDS, 18, 256",
        "VERIFICATION_WITH_BOUNDS, 18, scalar",
        "OUT_OF_CORE, 18, 512",
        "VERIFICATION, 18, scalar",
        "EXHAUSTIVE_VERIFICATION, 15, scalar"
    })
    void everyOperationTakesThePredictedResources(Operation operation, int layer, String kernels) throws Exception {
        measure(operation, layer, kernels);
    }

    private void measure(Operation operation, int layer, String kernels) throws Exception {
        ResourceNeeds needs = needs(operation, layer, kernels);
        long begun = kernels.equals("scalar") ? BEGUN_HERE : BEGUN_WITH_VECTORS;
        long heap = needs.heap() - BEGUN + begun;
        List<Long> taken = Footprint.ofRuns(
                () -> take(operation, layer, kernels),
                found -> found.getFirst() <= heap
                        && heap - begun <= TOLERANCE * found.getFirst()
                        && needs.mappings() - 4 <= TOLERANCE * found.get(1));
        String all = operation + " " + layer + ": " + taken + ", " + needs;
        System.out.println(all);
        check("heap, " + all, heap, begun, taken.get(0));
        check("mappings, " + all, needs.mappings(), 4, taken.get(1));
        assertTrue(taken.get(2) <= needs.openFiles(), "open files, " + all);
        check("scratch, " + all, needs.scratch(), 2 * PAGE, taken.get(3));
        if (operation == Operation.OUT_OF_CORE) {
            assertTrue(needs.memory() <= taken.get(4), "with less it cannot work, " + all);
        } else {
            assertEquals(needs.memory(), taken.get(4), "memory, " + all);
        }
        long shorter = operation.kinds.contains(FileKind.DISTANCES)
                ? needs.disk() / 2
                : 0; // the longest distance is not known beforehand
        check("disk, " + all, needs.disk(), shorter + 1, taken.get(5));
    }

    /** Runs an operation in a process of its own, and returns what it takes. */
    private List<Long> take(Operation operation, int layer, String kernels) throws Exception {
        copy(operation, layer);
        List<String> command = new ArrayList<>(ChildJvm.command(Main.class, operation, directory, layer, kernels));
        command.removeIf(
                flag -> flag.startsWith("-XX:TieredStopAtLevel")); // the loops over vectors need the other compiler
        command.addAll(
                1, List.of("-Xmx512m", "-XX:MarkSweepDeadRatio=0")); // a collection leaves no gaps, which would count
        Outcome outcome = ChildJvm.run(command);
        return Arrays.stream(outcome.printed().strip().split(" ", -1))
                .map(Long::valueOf)
                .toList();
    }

    /** Checks that a figure is not below what was measured, and above it at most by the tolerance and something that is known. */
    private static void check(String what, long figure, long more, long measured) {
        assertTrue(figure + Math.min(more, 20 * PAGE) >= measured, "too little: " + what);
        assertTrue(figure - more <= TOLERANCE * measured, "too much: " + what);
    }

    private void copy(Operation operation, int top) throws IOException {
        Uninterrupted.copy(whole, directory);
        for (int layer = 0; layer <= MOST; layer++) {
            for (FileKind kind : List.of(FileKind.DISTANCES, FileKind.BOUNDS, FileKind.SCORES)) {
                if (layer > top || !operation.needs(kind, layer, top)) {
                    Databases.drop(directory, kind, layer);
                }
            }
        }
    }

    /** Runs an operation, and prints what it takes. */
    static final class Main {
        public static void main(String[] arguments) throws IOException {
            Operation operation = Operation.valueOf(arguments[0]);
            Path directory = Path.of(arguments[1]);
            int layer = Integer.parseInt(arguments[2]);
            SweepSolver solver = solver(arguments[3]);
            long before = bytes(directory);
            Recording memory =
                    new Recording(directory, operation == Operation.OUT_OF_CORE ? budget(layer) : Long.MAX_VALUE);
            try (Footprint footprint = new Footprint(directory)) {
                run(operation, directory, layer, solver, memory);
                StringBuilder line = new StringBuilder();
                footprint.end().forEach(figure -> line.append(figure).append(' '));
                System.out.println(line.append(memory.most).append(' ').append(bytes(directory) - before));
            }
        }

        private static void run(
                Operation operation, Path directory, int layer, SweepSolver solver, MemoryProvider memory)
                throws IOException {
            if (operation.isVerification()) {
                try (LayerFiles files = new LayerFiles(directory)) {
                    Verification rows = new Verification(files, THREADS, Monitor.SILENT);
                    (operation == Operation.EXHAUSTIVE_VERIFICATION ? rows.exhaustive() : rows).verify(layer);
                }
            } else {
                try (DatabaseDirectory database = new DatabaseDirectory(directory, AWARI)) {
                    new Build(database, solver, memory, Monitor.SILENT)
                            .with(operation.kinds.toArray(FileKind[]::new))
                            .run(layer);
                }
            }
        }

        private static long bytes(Path directory) throws IOException {
            try (Stream<Path> files = Files.list(directory)) {
                return files.filter(file -> file.getFileName().toString().startsWith("layer-"))
                        .mapToLong(file -> file.toFile().length())
                        .sum();
            }
        }
    }

    /** Notes the most memory that is there at a time. */
    private static final class Recording extends MemoryProvider {
        private long most;

        Recording(Path directory, long available) {
            super(directory, AWARI.identity(), () -> available);
        }

        @Override
        public WorkingMemory open(int layer, LayerNeeds need) throws IOException {
            WorkingMemory memory = super.open(layer, need);
            most = Math.max(
                    most,
                    switch (memory) {
                        case ProcessMemory whole -> whole.bytes().byteSize();
                        case BufferPool buffers -> buffers.pages().bytes();
                    });
            return memory;
        }
    }
}
