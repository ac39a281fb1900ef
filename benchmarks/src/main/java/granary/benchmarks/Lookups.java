package granary.benchmarks;

import granary.database.Batch;
import granary.database.Database;
import granary.database.LayerFile;
import granary.database.OpenOptions;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.LayerTable;
import granary.format.Manifest;
import granary.format.PackedTable;
import granary.game.Game;
import granary.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Times lookups in random order in a layer of random scores, compared with a floor: one random byte of an array as large as the
 * layer's file. All take turns, some milliseconds each, round after round: the speed of memory on a shared
 * machine may halve from one minute to the next, so only measurements that alternate can be compared.
 *
 * <p>The positions to look up fit into the first cache, like an engine's boards. In the cold case they are drawn again before each
 * invocation, outside the measured time. In the warm case they stay the same, so that the lines of the file also stay in the cache.
 * Each read waits for the value of the one before, which shows the latency of one, except in batches.
 *
 * <pre>
 * java --sun-misc-unsafe-memory-access=allow -jar benchmarks.jar lookups ROUNDS
 * </pre>
 */
final class Lookups implements AutoCloseable {
    private static final int INVOCATIONS = 100;
    private static final int WARM_UP = 50;

    /** 12 KiB of boards and 16 KiB of cache lines, which fit into the first cache; an invocation takes about 10 microseconds. */
    private static final int POSITIONS = 256;

    private static final int CELLS = 12;

    /** 57 MB: more than the last cache of most machines. */
    private static final int LAYER = 20;

    /** The sum of all values read. It is written so that the compiler cannot remove the lookups. */
    @SuppressWarnings("UnusedVariable")
    private static volatile long read;

    private final SplittableRandom random = new SplittableRandom(1);
    private final boolean isCold;
    private final Database database;
    private final Game game;
    private final LayerTable table;
    private final LayerTable decoder;
    private final Batch batch;
    private final byte[] array;
    private final long[] ranks = new long[POSITIONS];
    private final int[] indexes = new int[POSITIONS];
    private final int[] boards = new int[POSITIONS * CELLS];
    private final int[] scores = new int[POSITIONS];
    /** Always 0, but the compiler cannot know. It makes the address of a read depend on the value of the previous read. */
    private int nothing;

    private Lookups(Path directory, boolean isCold) throws IOException {
        this.isCold = isCold;
        database = Database.open(directory, OpenOptions.DEFAULT.withLayers(LAYER, LAYER));
        game = database.game();
        table = database.table(LAYER);
        decoder = new PackedTable(
                new SyntheticNumbers(), LayerFile.header(FileKind.SCORES, game, LAYER, 0, FileDigest.NONE), null);
        batch = database.batch();
        array = Files.readAllBytes(directory.resolve(Manifest.fileName(LAYER)));
        draw();
    }

    @Override
    public void close() {
        database.close();
    }

    /** One way to look up all positions. */
    private interface Way {
        long run();
    }

    /**
     * Runs the rounds, and prints medians, the tenth and ninetieth percentile, and the medians of the ratios. First writes a layer with random
     * scores to the directory for temporary files, unless it is there.
     */
    static void run(List<String> words) throws IOException {
        int rounds = Integer.parseInt(words.get(0));
        Path directory = Path.of(System.getProperty("java.io.tmpdir"), "granary-benchmarks");
        RandomLayer.write(directory, LAYER);
        System.out.println("| lookup | cold, ns | of the floor | warm, ns |");
        System.out.println("|---|--:|--:|--:|");
        Map<String, double[]> cold = measure(directory, true, rounds);
        Map<String, double[]> warm = measure(directory, false, rounds);
        double[] floor = cold.values().iterator().next();
        cold.forEach((name, times) -> {
            double[] ratios = new double[rounds];
            Arrays.setAll(ratios, round -> times[round] / floor[round]);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %.2f | %s |%n",
                    name,
                    spread(times),
                    percentile(ratios, 50),
                    spread(warm.get(name)));
        });
        System.out.println();
        printFirstUses(directory, rounds);
    }

    private Map<String, Way> ways() {
        Map<String, Way> ways = new LinkedHashMap<>();
        ways.put("floor: a byte of an array", this::floorOfArray);
        ways.put("check and rank alone", this::ranks);
        ways.put("decode alone", () -> scoresOfRanks(decoder));
        ways.put("score by rank", () -> scoresOfRanks(table));
        ways.put("score by board", this::scoresOfBoards);
        ways.put("batch by board", () -> {
            batch.scores(boards, 0, POSITIONS, scores, 0);
            return scores[0];
        });
        ways.put("distance by board", this::distancesOfBoards);
        return ways;
    }

    private static Map<String, double[]> measure(Path directory, boolean isCold, int rounds) throws IOException {
        Map<String, double[]> times = new LinkedHashMap<>();
        try (Lookups lookups = new Lookups(directory, isCold)) {
            Map<String, Way> ways = lookups.ways();
            ways.keySet().forEach(name -> times.put(name, new double[rounds]));
            for (int round = -WARM_UP; round < rounds; round++) {
                for (Map.Entry<String, Way> way : ways.entrySet()) {
                    double time = lookups.time(way.getValue());
                    if (round >= 0) {
                        times.get(way.getKey())[round] = time;
                    }
                }
            }
        }
        return times;
    }

    private double time(Way way) {
        long nanos = 0;
        long sum = 0;
        for (int i = 0; i < INVOCATIONS; i++) {
            if (isCold) {
                draw();
            }
            long start = System.nanoTime();
            sum += way.run();
            nanos += System.nanoTime() - start;
        }
        read = sum;
        return (double) nanos / INVOCATIONS / POSITIONS;
    }

    private void draw() {
        int[] board = new int[CELLS];
        for (int i = 0; i < POSITIONS; i++) {
            ranks[i] = random.nextLong(table.positions());
            indexes[i] = random.nextInt(array.length);
            game.unrank(LAYER, ranks[i], board);
            System.arraycopy(board, 0, boards, i * CELLS, CELLS);
        }
    }

    private long floorOfArray() {
        int value = 0;
        for (int i = 0; i < POSITIONS; i++) {
            value = array[indexes[i + (value & nothing)]];
        }
        return value;
    }

    private long ranks() {
        long value = 0;
        for (int i = 0; i < POSITIONS; i++) {
            value = game.locate(boards, (i + ((int) value & nothing)) * CELLS);
        }
        return value;
    }

    private long scoresOfRanks(LayerTable from) {
        int value = 0;
        for (int i = 0; i < POSITIONS; i++) {
            value = from.value(ranks[i + (value & nothing)]);
        }
        return value;
    }

    private long scoresOfBoards() {
        int value = 0;
        for (int i = 0; i < POSITIONS; i++) {
            value = database.score(boards, (i + (value & nothing)) * CELLS);
        }
        return value;
    }

    private long distancesOfBoards() {
        int value = 0;
        for (int i = 0; i < POSITIONS; i++) {
            value = database.distance(boards, (i + (value & nothing)) * CELLS);
        }
        return value;
    }

    /** Times lookups of which each is the first in its chunk, whose checksum it compares; the file is in the page cache. */
    private static void printFirstUses(Path directory, int rounds) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        double[] times = new double[rounds];
        for (int round = -WARM_UP; round < rounds; round++) {
            try (Database database = Database.open(directory, OpenOptions.DEFAULT.withLayers(LAYER, LAYER))) {
                LayerTable table = database.table(LAYER);
                long chunks = Files.size(directory.resolve(Manifest.fileName(LAYER))) / LayerHeader.CHUNK_LENGTH;
                long sum = 0;
                long start = System.nanoTime();
                for (long chunk = 0; chunk < chunks; chunk++) {
                    sum += table.value(
                            random.nextLong(table.positions() / chunks) + table.positions() / chunks * chunk);
                }
                double micros = (System.nanoTime() - start) / 1e3 / chunks;
                read = sum;
                if (round >= 0) {
                    times[round] = micros;
                }
            }
        }
        System.out.println("The first lookup in a chunk: " + spread(times) + " us");
    }

    /** Returns the median of values, with the tenth and ninetieth percentile. */
    private static String spread(double... values) {
        return String.format(
                Locale.ROOT,
                "%.1f (%.1f to %.1f)",
                percentile(values, 50),
                percentile(values, 10),
                percentile(values, 90));
    }

    private static double percentile(double[] values, int percent) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[(sorted.length - 1) * percent / 100];
    }

    /** A storage without bytes, which computes every number from its offset. */
    private static final class SyntheticNumbers implements Storage {
        @Override
        public long length() {
            return Long.MAX_VALUE;
        }

        @Override
        public long getLong(long offset) {
            return offset * 0x9E3779B97F4A7C15L;
        }

        @Override
        public void read(long offset, byte[] target, int at, int count) {
            throw new UnsupportedOperationException();
        }
    }
}
