package granary.benchmarks;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * Compares how many positions engines visit in a second of processor time. They search the same positions, by turns, in one process.
 * An engine is the {@code granary.jar} of a version, and is given the depth to search to. Prints a line for each: millions a second, and
 * medians over the positions of its speed and its time divided by those of the first engine.
 *
 * <pre>
 * java -jar benchmarks.jar speed DIRECTORY POSITIONS JAR DEPTH [JAR DEPTH ...]    DIRECTORY: a database that all of them can open
 * </pre>
 */
final class Speed {
    /** Searched beforehand, so that Java compiles each engine. */
    private static final int WARM_UP = 80;

    /** The first engine's nanoseconds for a position that counts: others are noise. */
    private static final long LEAST_NANOS = 5_000_000;

    private Speed() {}

    static void run(List<String> arguments) throws IOException, ReflectiveOperationException {
        int positions = Integer.parseInt(arguments.get(1));
        List<IntFunction<long[]>> engines = new ArrayList<>();
        for (int i = 2; i < arguments.size(); i += 2) {
            engines.add(load(arguments.get(0), Path.of(arguments.get(i)), Integer.valueOf(arguments.get(i + 1))));
        }
        long[][][] found = new long[engines.size()][positions][];
        for (int position = -WARM_UP; position < positions; position++) {
            for (int i = 0; i < engines.size(); i++) {
                // Every other time in the opposite order: none always comes after the same.
                int engine = position % 2 == 0 ? i : engines.size() - 1 - i;
                long[] result = engines.get(engine).apply(position);
                if (position >= 0) {
                    found[engine][position] = result;
                }
            }
        }
        for (int i = 0; i < engines.size(); i++) {
            System.out.printf(
                    Locale.ROOT,
                    "%s, depth %s: %s%n",
                    arguments.get(2 + 2 * i),
                    arguments.get(3 + 2 * i),
                    summary(found[i], found[0]));
        }
    }

    private static String summary(long[][] found, long[][] first) {
        double[] speeds = new double[found.length];
        double[] times = new double[found.length];
        int counted = 0;
        long nanos = 0;
        long nodes = 0;
        for (int i = 0; i < found.length; i++) {
            nanos += found[i][0];
            nodes += found[i][1];
            if (first[i][0] >= LEAST_NANOS) {
                times[counted] = (double) found[i][0] / first[i][0];
                speeds[counted] = (double) found[i][1] / first[i][1] / times[counted];
                counted++;
            }
        }
        return String.format(
                Locale.ROOT,
                "%.2f million a second, speed x%.2f, time x%.2f (medians of %d positions)",
                nodes * 1e3 / nanos,
                median(Arrays.copyOf(speeds, counted)),
                median(Arrays.copyOf(times, counted)),
                counted);
    }

    private static double median(double... values) {
        Arrays.sort(values);
        return values.length == 0 ? Double.NaN : values[values.length / 2];
    }

    /** Loads {@link TimedSearch} and, from the jar, the engine that it uses, apart from all other engines. */
    @SuppressWarnings("unchecked")
    private static IntFunction<long[]> load(String directory, Path jar, Integer depth)
            throws IOException, ReflectiveOperationException {
        List<URL> path = new ArrayList<>(List.of(jar.toUri().toURL()));
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            path.add(Path.of(entry).toUri().toURL());
        }
        ClassLoader loader = new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        return (IntFunction<long[]>) loader.loadClass(TimedSearch.class.getName())
                .getConstructor(String.class, Integer.class)
                .newInstance(directory, depth);
    }
}
