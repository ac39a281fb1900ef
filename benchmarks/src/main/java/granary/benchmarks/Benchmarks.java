package granary.benchmarks;

import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.sweep.kernel.Kernels;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * Runs the benchmarks. The first argument chooses: whole builds ({@link Builds}), lookups of packed layers ({@link Lookups}) and of
 * compressed ones ({@link CompressedLookups}), matches of the engine ({@link Matches}), positions for it to solve ({@link Solving}), how many
 * positions it visits ({@link Speed}), or the kernels of this machine. Anything else goes to JMH.
 *
 * <pre>
 * java --sun-misc-unsafe-memory-access=allow -jar benchmarks.jar lookups 200
 * java -jar benchmarks.jar Ranks
 * </pre>
 */
public final class Benchmarks {
    private Benchmarks() {}

    /** Runs one with the words after its name. */
    private interface Measurement {
        void run(List<String> words) throws IOException, ReflectiveOperationException;
    }

    private static final Map<String, Measurement> BY_NAME = Map.of(
            "builds", Builds::run,
            "kernels", words -> printKernels(),
            "matches", Matches::run,
            "engines", Matches::runEngines,
            "solving", Solving::run,
            "speed", Speed::run,
            "lookups", Lookups::run,
            "compressed", CompressedLookups::run);

    /** Runs the benchmarks that the arguments choose. */
    public static void main(String[] arguments)
            throws CommandLineOptionException, RunnerException, IOException, ReflectiveOperationException {
        Measurement chosen = arguments.length > 0 ? BY_NAME.get(arguments[0]) : null;
        if (chosen == null) {
            new Runner(new CommandLineOptions(arguments)).run();
        } else {
            chosen.run(List.of(arguments).subList(1, arguments.length));
        }
    }

    private static void printKernels() {
        System.out.println(
                KernelChoice.onThisMachine().stream().map(Kernels::id).collect(Collectors.joining(" ")));
    }
}
