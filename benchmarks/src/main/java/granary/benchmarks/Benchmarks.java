package granary.benchmarks;

import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.sweep.kernel.Kernels;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Runs the benchmarks. The first argument chooses: whole builds ({@link Builds}), lookups of packed layers ({@link Lookups}) and of
 * compressed ones ({@link CompressedLookups}), matches of the engine ({@link Matches}), positions for it to solve ({@link Solving}), or the
 * kernels of this machine.
 *
 * <pre>
 * java --sun-misc-unsafe-memory-access=allow -jar benchmarks.jar lookups 200
 * </pre>
 */
public final class Benchmarks {
    private Benchmarks() {}

    /** Runs one with the words after its name. */
    private interface Measurement {
        void run(List<String> words) throws IOException;
    }

    private static final Map<String, Measurement> BY_NAME = Map.of(
            "builds", Builds::run,
            "kernels", words -> printKernels(),
            "matches", Matches::run,
            "engines", Matches::runEngines,
            "solving", Solving::run,
            "lookups", Lookups::run,
            "compressed", CompressedLookups::run);

    /** Runs the benchmark that the first argument names, with the other arguments. */
    public static void main(String[] arguments) throws IOException {
        Measurement chosen = arguments.length > 0 ? BY_NAME.get(arguments[0]) : null;
        if (chosen == null) {
            throw new IllegalArgumentException(
                    "name a benchmark: " + String.join(", ", new TreeSet<>(BY_NAME.keySet())));
        }
        chosen.run(List.of(arguments).subList(1, arguments.length));
    }

    private static void printKernels() {
        System.out.println(
                KernelChoice.onThisMachine().stream().map(Kernels::id).collect(Collectors.joining(" ")));
    }
}
