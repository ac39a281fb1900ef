package granary.benchmarks;

import granary.database.Check;
import granary.database.Database;
import granary.database.DatabaseFiles;
import granary.database.OpenOptions;
import granary.format.FileKind;
import granary.format.LayerTable;
import granary.format.Manifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Times lookups of which each is the first in its block: with the check of the block and without, the file in the page cache and
 * not, in turn. To have a file out of the page cache takes the {@code dd} of Linux, and a directory on a disk.
 *
 * <pre>
 * java -Dgranary.benchmarks.dir=db -jar benchmarks.jar first-uses ROUNDS
 * </pre>
 */
final class FirstUses {
    private static final int LOOKUPS = 200;
    private static final Check[] CHECKS = {Check.HEADER, Check.FIRST_USE};

    /** What was read: written, so that the compiler does not leave the lookups out. */
    @SuppressWarnings("UnusedVariable")
    private static volatile long read;

    private FirstUses() {}

    /** Runs the rounds and prints the medians of their means, with the tenth and ninetieth percentile. */
    static void run(int rounds) throws IOException {
        Path directory = Path.of(System.getProperty(Benchmarks.DIRECTORY));
        int layer = DatabaseFiles.readManifest(directory).files(FileKind.SCORES).lastKey();
        Path file = directory.resolve(Manifest.fileName(layer));
        SplittableRandom random = new SplittableRandom(1);
        System.out.println("| first lookup in a block | not checked, us | checked, us | ratio |");
        System.out.println("|---|--:|--:|--:|");
        for (boolean cached : new boolean[] {true, false}) {
            Map<Check, double[]> times = new EnumMap<>(Check.class);
            for (int round = -1; round < rounds; round++) {
                for (Check check : CHECKS) {
                    forget(file);
                    double time = time(directory, layer, check, cached, random);
                    if (round >= 0) {
                        times.computeIfAbsent(check, each -> new double[rounds])[round] = time;
                    }
                }
            }
            double[] ratios = new double[rounds];
            Arrays.setAll(ratios, round -> times.get(Check.FIRST_USE)[round] / times.get(Check.HEADER)[round]);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %s | %s |%n",
                    cached ? "file in the page cache" : "file on the disk",
                    LookupRounds.spread(times.get(Check.HEADER), 2),
                    LookupRounds.spread(times.get(Check.FIRST_USE), 2),
                    LookupRounds.spread(ratios, 2));
        }
    }

    /** Has the page cache drop a file, which nothing may map any more. */
    private static void forget(Path file) throws IOException {
        try {
            // The mappings of a closed database end when the collector has found them.
            System.gc();
            Thread.sleep(100);
            int code = new ProcessBuilder("dd", "if=" + file, "iflag=nocache", "count=0", "status=none")
                    .inheritIO()
                    .start()
                    .waitFor();
            if (code != 0) {
                throw new IOException("dd ended with code " + code);
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    /** Returns the microseconds that a lookup takes. */
    private static double time(Path directory, int layer, Check check, boolean cached, SplittableRandom random)
            throws IOException {
        OpenOptions options = OpenOptions.DEFAULT.withLayers(layer, layer).withCheck(check);
        try (Database database = Database.open(directory, options)) {
            if (cached) {
                database.load(List.of(layer));
            }
            LayerTable table = database.table(layer);
            long[] offsets = new long[LOOKUPS];
            // One in each part of the file, far enough from one another that read-ahead brings none.
            Arrays.setAll(
                    offsets,
                    i -> random.nextLong(table.positions() / LOOKUPS * i, table.positions() / LOOKUPS * (i + 1)));
            for (int i = LOOKUPS - 1; i > 0; i--) {
                int other = random.nextInt(i + 1);
                long offset = offsets[i];
                offsets[i] = offsets[other];
                offsets[other] = offset;
            }
            long sum = 0;
            long start = System.nanoTime();
            for (long offset : offsets) {
                sum += table.value(offset);
            }
            read = sum;
            return (System.nanoTime() - start) / 1e3 / LOOKUPS;
        }
    }
}
