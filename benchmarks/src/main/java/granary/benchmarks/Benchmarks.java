package granary.benchmarks;

import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.sweep.kernel.Kernels;
import java.io.IOException;
import java.nio.file.Path;
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
    /** 57 MB: more than the last cache of most machines. */
    private static final int LAYER = 20;

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
            "lookups", words -> runLookups(Integer.parseInt(words.get(0))),
            "compressed", words -> CompressedLookups.run(Path.of(words.get(0)), Integer.parseInt(words.get(1))));

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

    /** Writes a layer with random scores, once, to the directory for temporary files, and looks up its positions. */
    private static void runLookups(int rounds) throws IOException {
        Path directory = Path.of(System.getProperty("java.io.tmpdir"), "granary-benchmarks");
        RandomLayer.write(directory, LAYER);
        Lookups.run(directory, rounds);
    }

    private static void printKernels() {
        System.out.println(
                KernelChoice.onThisMachine().stream().map(Kernels::id).collect(Collectors.joining(" ")));
    }
}
