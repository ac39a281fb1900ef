package granary.benchmarks;

import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.sweep.kernel.Kernels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs the benchmarks. The first argument chooses: whole builds ({@link Builds}), alternating lookups ({@link LookupRounds}), the
 * first lookup in each block ({@link FirstUses}), lookups of sealed layers ({@link SealedLookups}), matches of the engine ({@link
 * Matches}), positions for it to solve ({@link Solving}), how many positions it visits ({@link Speed}), or the kernels of this machine. Anything else goes to JMH.
 *
 * <pre>
 * java --sun-misc-unsafe-memory-access=allow -jar benchmarks.jar Lookups
 * java -Dgranary.benchmarks.dir=db -jar benchmarks.jar Lookups -prof gc
 * </pre>
 */
public final class Benchmarks {
    /**
     * The system property that names the database to measure. Without it, a layer of 20 seeds with random scores is written, once,
     * to the directory for temporary files.
     */
    static final String DIRECTORY = "granary.benchmarks.dir";

    /** 58 MB: more than the last cache of most machines. */
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
            "first-uses", words -> FirstUses.run(Integer.parseInt(words.get(0))),
            "lookups", words -> LookupRounds.run(Integer.parseInt(words.get(0))),
            "sealed", words -> SealedLookups.run(Path.of(words.get(0)), Integer.parseInt(words.get(1))));

    /** Those that look up positions. */
    private static final Set<String> OF_LOOKUPS = Set.of("first-uses", "lookups");

    /** Runs the benchmarks that the arguments choose. */
    public static void main(String[] arguments)
            throws CommandLineOptionException, RunnerException, IOException, ReflectiveOperationException {
        String name = arguments.length > 0 ? arguments[0] : "";
        Measurement chosen = BY_NAME.get(name);
        if ((chosen == null || OF_LOOKUPS.contains(name)) && System.getProperty(DIRECTORY) == null) {
            Path made = Path.of(System.getProperty("java.io.tmpdir"), "granary-benchmarks");
            RandomLayer.write(made, LAYER);
            System.setProperty(DIRECTORY, made.toString());
        }
        if (chosen != null) {
            chosen.run(List.of(arguments).subList(1, arguments.length));
            return;
        }
        // JMH forks with a class path alone, so the JVM flags that writing a layer needs apply to this process only.
        new Runner(new OptionsBuilder()
                        .parent(new CommandLineOptions(arguments))
                        .jvmArgsAppend("-D" + DIRECTORY + "=" + System.getProperty(DIRECTORY))
                        .build())
                .run();
    }

    private static void printKernels() {
        System.out.println(
                KernelChoice.onThisMachine().stream().map(Kernels::id).collect(Collectors.joining(" ")));
    }
}
