package granary.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.build.BuildListener;
import granary.builder.build.DatabaseBuild;
import granary.builder.build.Solvers;
import granary.builder.file.TemporaryDirectory;
import granary.builder.memory.MemoryProvider;
import granary.builder.solve.DistanceSolver;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerFiles;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.verify.Verification;
import granary.database.Database;
import granary.database.Line;
import granary.format.FileKind;
import granary.game.Game;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Times builds and verifications, alternately with and without distances, and lines of best play. Compares the size of the files
 * with the least that distances need.
 *
 * <pre>
 * java --sun-misc-unsafe-memory-access=allow -jar benchmarks.jar \\
 *     distances SEEDS RUNS THREADS DIRECTORY
 * </pre>
 *
 * <p>With 0 runs, the directory is a database that holds distances, and only sizes and lines are reported.
 *
 * <p>Times are processor time, which other work on the machine changes little, with elapsed time in parentheses.
 */
final class DistanceCosts {
    private static final Awari AWARI = new Awari(6, RuleSet.OLYMPIAD);
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final int LINES = 20_000;

    private final int seeds;
    private final int threads;

    private DistanceCosts(int seeds, int threads) {
        this.seeds = seeds;
        this.threads = threads;
    }

    /** Runs the measurements that the arguments name. */
    static void run(List<String> arguments) throws IOException {
        int seeds = Integer.parseInt(arguments.get(0));
        int runs = Integer.parseInt(arguments.get(1));
        DistanceCosts costs = new DistanceCosts(seeds, Integer.parseInt(arguments.get(2)));
        Path parent = Path.of(arguments.get(3));
        if (runs == 0) {
            costs.sizes(parent);
            costs.lines(parent);
            return;
        }
        System.out.println("| | without distances, s | with distances, s | ratio |");
        System.out.println("|---|--:|--:|--:|");
        List<Double> builds = new ArrayList<>();
        List<Double> verifications = new ArrayList<>();
        for (int run = 0; run < runs; run++) {
            try (TemporaryDirectory without = TemporaryDirectory.in(parent);
                    TemporaryDirectory with = TemporaryDirectory.in(parent)) {
                builds.add(compare(
                        "build", () -> costs.build(without.path(), false), () -> costs.build(with.path(), true)));
                verifications.add(
                        compare("verify", () -> costs.verify(without.path()), () -> costs.verify(with.path())));
                if (run + 1 == runs) {
                    summary("build", builds);
                    summary("verify", verifications);
                    costs.sizes(with.path());
                    costs.lines(with.path());
                }
            }
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static double compare(String name, Work without, Work with) throws IOException {
        double[] first = time(without);
        double[] second = time(with);
        double ratio = second[0] / first[0];
        System.out.printf(
                Locale.ROOT,
                "| %s | %.2f (%.2f) | %.2f (%.2f) | %.2f (%.2f) |%n",
                name,
                first[0],
                first[1],
                second[0],
                second[1],
                ratio,
                second[1] / first[1]);
        return ratio;
    }

    private static double[] time(Work work) throws IOException {
        long start = System.nanoTime();
        long processor = PROCESS.getProcessCpuTime();
        work.run();
        return new double[] {(PROCESS.getProcessCpuTime() - processor) / 1e9, (System.nanoTime() - start) / 1e9};
    }

    private static void summary(String name, List<Double> ratios) {
        double[] sorted = ratios.stream().mapToDouble(ratio -> ratio).sorted().toArray();
        System.out.printf(Locale.ROOT, "| %s, median | | | %.2f |%n", name, sorted[sorted.length / 2]);
    }

    private void build(Path directory, boolean distances) throws IOException {
        DistanceSolver solver = new SweepSolver(AWARI, threads, KernelChoice.automatic());
        MemoryProvider memory = Solvers.memory(solver, AWARI, directory, null, failure -> {});
        try (DatabaseDirectory database = new DatabaseDirectory(directory, AWARI)) {
            DatabaseBuild build = new DatabaseBuild(database, solver, memory, BuildListener.SILENT);
            (distances ? build.withDistances(solver) : build).run(seeds);
        }
    }

    private void verify(Path directory) throws IOException {
        try (LayerFiles files = new LayerFiles(directory)) {
            new Verification(files, threads, BuildListener.SILENT).verify();
        }
    }

    private void sizes(Path directory) throws IOException {
        System.out.println();
        System.out.println("| layer | longest distance | bits a position | at least | more |");
        System.out.println("|--:|--:|--:|--:|--:|");
        try (Database database = Database.open(directory)) {
            for (int layer = 10; layer <= seeds; layer++) {
                long bytes = Files.size(directory.resolve(FileKind.DISTANCES.fileName(layer))) - 4096;
                int longest = database.distances(layer).maximum();
                double bits = 8.0 * bytes / AWARI.size(layer);
                double least = Math.log(longest + 1) / Math.log(2);
                System.out.printf(
                        Locale.ROOT,
                        "| %d | %d | %.3f | %.3f | %.2f%% |%n",
                        layer,
                        longest,
                        bits,
                        least,
                        100 * (bits / least - 1));
            }
        }
    }

    /** Times lines of best play from random positions of the last layer, in this thread. */
    private void lines(Path directory) {
        try (Database database = Database.open(directory)) {
            Game game = database.game();
            SplittableRandom random = new SplittableRandom(1);
            int[] position = new int[game.cells()];
            double[] micros = new double[5];
            long moves = 0;
            int longest = 0;
            for (int round = 0; round < micros.length; round++) {
                moves = 0;
                long start = PROCESS.getProcessCpuTime();
                for (int i = 0; i < LINES; i++) {
                    game.unrank(seeds, random.nextLong(game.size(seeds)), position);
                    Line line = database.line(position);
                    moves += line.moves().size();
                    longest = Math.max(longest, line.moves().size());
                }
                micros[round] = (PROCESS.getProcessCpuTime() - start) / 1e3 / moves;
            }
            Arrays.sort(micros);
            System.out.println();
            System.out.printf(
                    Locale.ROOT,
                    "`line` from %,d random positions of %d seeds: %.2f us a move (median of 5, %.2f to %.2f), %.1f moves"
                            + " a line, %d at most.%n",
                    LINES,
                    seeds,
                    micros[2],
                    micros[0],
                    micros[4],
                    (double) moves / LINES,
                    longest);
        }
    }
}
