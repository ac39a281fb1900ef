package granary.benchmarks;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.database.Build;
import granary.builder.database.WorkTimes;
import granary.builder.file.TemporaryDirectory;
import granary.builder.solve.LayerSolver;
import granary.builder.solve.RetrogradeSolver;
import granary.builder.store.DatabaseDirectory;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.format.FileKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Times the last layer of a build, phase by phase, and the whole build, for several solvers in turn. The layers below the
 * last are built by the solver that is timed.
 *
 * <pre>
 * java --sun-misc-unsafe-memory-access=allow -jar benchmarks.jar \\
 *     builds SEEDS RUNS DIRECTORY SOLVER:THREADS ...
 * </pre>
 *
 * With {@code SOLVER:THREADS:distances} it also builds distances. SOLVER is {@code retrograde} or one of the sweep solver's kernels: {@code auto}, {@code scalar}, {@code 128}, {@code 256}, {@code 512}.
 */
final class Builds {
    private Builds() {}

    /** Runs the builds that the arguments name. */
    static void run(List<String> arguments) throws IOException {
        int seeds = Integer.parseInt(arguments.get(0));
        int runs = Integer.parseInt(arguments.get(1));
        Path parent = Path.of(arguments.get(2));
        List<String> solvers = arguments.subList(3, arguments.size());
        System.out.println(
                "| solver:threads | layer | build to it, s | last layer, s | ns a position and thread | serial | waiting | of which |");
        System.out.println("|---|--:|--:|--:|--:|--:|--:|---|");
        for (int run = 0; run < runs; run++) {
            for (String solver : solvers) {
                System.out.println(time(seeds, parent, solver));
            }
        }
    }

    private static String time(int seeds, Path parent, String name) throws IOException {
        List<String> parts = List.of(name.split(":", 3));
        String kind = parts.get(0);
        int threads = Integer.parseInt(parts.get(1));
        boolean distances = parts.size() > 2;
        Awari awari = new Awari(6, RuleSet.OLYMPIAD);
        try (TemporaryDirectory temporary = TemporaryDirectory.in(parent);
                DatabaseDirectory database = new DatabaseDirectory(temporary.path(), awari)) {
            LayerSolver solver = solver(kind, awari, threads);
            WorkTimes times = new WorkTimes(threads, line -> {});
            Build build = new Build(database, solver, times);
            Build.Summary summary = (distances ? build.with(FileKind.DISTANCES) : build).run(seeds);
            WorkTimes.PhaseTime all = times.all();
            double last = all.nanos() / 1e9;
            return String.format(
                    Locale.ROOT,
                    "| %s | %d | %.1f | %.2f | %.1f | %.1f%% | %.1f%% | %s |",
                    name,
                    seeds,
                    summary.time().toNanos() / 1e9,
                    last,
                    last * 1e9 * threads / awari.size(seeds),
                    100.0 * all.serialNanos() / all.nanos(),
                    100.0 * all.waitingNanos() / threads / all.nanos(),
                    phases(times, (double) threads / awari.size(seeds)));
        }
    }

    private static LayerSolver solver(String kind, Awari awari, int threads) {
        return kind.equals("retrograde")
                ? new RetrogradeSolver(awari, threads)
                : new SweepSolver(awari, threads, KernelChoice.of(kind));
    }

    private static String phases(WorkTimes times, double threadsAPosition) {
        String phases = times.phases().entrySet().stream()
                .map(phase -> String.format(
                        Locale.ROOT, "%s %.1f", phase.getKey(), phase.getValue().nanos() * threadsAPosition))
                .collect(Collectors.joining(", "));
        return times.sweeps() == 0 ? phases : phases + "; " + times.sweeps() + " sweeps";
    }
}
