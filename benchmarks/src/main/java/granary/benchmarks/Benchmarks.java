package granary.benchmarks;

import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.sweep.kernel.Kernels;
import granary.engine.Training;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs the benchmarks. The first argument chooses: whole builds ({@link Builds}), alternating lookups ({@link LookupRounds}), the
 * first lookup in each block ({@link FirstUses}), the cost of distances ({@link DistanceCosts}), matches of the engine ({@link
 * Matches}), positions for it to solve ({@link Solving}), how many positions it visits ({@link Speed}), what it learns ({@link
 * Training}), or the kernels of this machine. Anything else goes to JMH.
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

    /** Runs the benchmarks that the arguments choose. */
    public static void main(String[] arguments)
            throws CommandLineOptionException, RunnerException, IOException, ReflectiveOperationException {
        if (arguments.length > 0 && arguments[0].equals("builds")) {
            Builds.run(Arrays.asList(arguments).subList(1, arguments.length));
            return;
        }
        if (arguments.length > 0 && arguments[0].equals("kernels")) {
            System.out.println(
                    KernelChoice.onThisMachine().stream().map(Kernels::id).collect(Collectors.joining(" ")));
            return;
        }
        if (arguments.length > 0 && arguments[0].equals("distances")) {
            DistanceCosts.run(Arrays.asList(arguments).subList(1, arguments.length));
            return;
        }
        if (arguments.length > 0 && arguments[0].equals("matches")) {
            Matches.run(Arrays.asList(arguments).subList(1, arguments.length));
            return;
        }
        if (arguments.length > 0 && arguments[0].equals("engines")) {
            Matches.runEngines(Arrays.asList(arguments).subList(1, arguments.length));
            return;
        }
        if (arguments.length > 0 && arguments[0].equals("training")) {
            Training.run(Arrays.asList(arguments).subList(1, arguments.length));
            return;
        }
        if (arguments.length > 0 && arguments[0].equals("solving")) {
            Solving.run(Arrays.asList(arguments).subList(1, arguments.length));
            return;
        }
        if (arguments.length > 0 && arguments[0].equals("speed")) {
            Speed.run(Arrays.asList(arguments).subList(1, arguments.length));
            return;
        }
        if (System.getProperty(DIRECTORY) == null) {
            Path made = Path.of(System.getProperty("java.io.tmpdir"), "granary-benchmarks");
            RandomLayer.write(made, LAYER);
            System.setProperty(DIRECTORY, made.toString());
        }
        if (arguments.length > 0 && arguments[0].equals("first-uses")) {
            FirstUses.run(Integer.parseInt(arguments[1]));
            return;
        }
        if (arguments.length > 0 && arguments[0].equals("lookups")) {
            LookupRounds.run(Integer.parseInt(arguments[1]));
            return;
        }
        if (arguments.length > 0 && arguments[0].equals("sealed")) {
            SealedLookups.run(Path.of(arguments[1]), Integer.parseInt(arguments[2]));
            return;
        }
        // JMH forks with a class path alone, so the JVM flags that writing a layer needs apply to this process only.
        new Runner(new OptionsBuilder()
                        .parent(new CommandLineOptions(arguments))
                        .jvmArgsAppend("-D" + DIRECTORY + "=" + System.getProperty(DIRECTORY))
                        .build())
                .run();
    }
}
