package granary.explorer.api;

import granary.awari.Awari;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.format.LayerTable;
import granary.game.Game;
import granary.statistics.Share;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * An index of positions of a layer that are worth looking at: a few for each kind and value, the same each time. Who has the index
 * needs neither the layer's counts nor a search.
 */
public final class LayerExamples {
    /** The most positions of a value. */
    private static final int OF_A_VALUE = 4;
    /** The most positions of a kind without values. */
    private static final int OF_A_KIND = 16;

    /** The most values that are read at a time. */
    private static final int MAX_RANGE = 1 << 18;

    private static final int MIN_RANGE = 1 << 8;
    /** A layer has at least this number of ranges if it is not small, so that the examples of a value lie apart. */
    private static final int RANGES = 64;

    private final ServedDatabase served;
    private final WorkerPool pool;
    private final Monitor monitor;

    /** Makes an index with some threads. The monitor is told of each value that is read. */
    public LayerExamples(ServedDatabase served, int threads, Monitor monitor) {
        this.served = served;
        this.pool = new WorkerPool(threads, monitor);
        this.monitor = monitor;
    }

    /** Returns the name of the file with a layer's counts and index, relative to the published site. */
    public static String fileName(int layer) {
        return String.format(Locale.ROOT, "explorer/layer-%03d.json", layer);
    }

    /**
     * Returns whether a site has the whole file of a layer.
     *
     * @throws IOException when the disk fails
     */
    public static boolean isWritten(Path site, int layer) throws IOException {
        try {
            return CheckedJson.isWhole(Files.readAllBytes(site.resolve(fileName(layer))));
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /**
     * Reads all scores of a layer, and its distances where there are any.
     *
     * @return by the kind's word the ranks of positions in the layer, ascending; of scores and distances by value
     * @throws granary.builder.OperationInterruptedException when the monitor stops it
     */
    public Map<String, Object> of(int layer) {
        Map<String, Object> examples = new LinkedHashMap<>();
        monitor.phase("examples");
        LayerTable scores = served.database().table(layer);
        Game game = served.game();
        examples.put(Examples.Kind.SCORE.id(), byValue(scores, game.minScore(layer), Share.ALL, pool, monitor));
        if (served.database().distanceLayers().contains(layer)) {
            LayerTable distances = served.database().distances(layer);
            examples.put(Examples.Kind.DISTANCE.id(), byValue(distances, 0, Share.ALL, pool, monitor));
        }
        if (game instanceof Awari) {
            examples.put(Examples.Kind.ZUGZWANG.id(), some(Examples.Kind.ZUGZWANG, layer));
        }
        examples.put(Examples.Kind.ONLY_MOVE.id(), some(Examples.Kind.ONLY_MOVE, layer));
        return examples;
    }

    /** Returns the number of values that are read at a time. */
    static int range(long positions) {
        return Math.clamp(positions / RANGES, MIN_RANGE, MAX_RANGE);
    }

    /** Returns positions of each value: the first of ranges that lie anywhere in the layer, or in a share of it. */
    static SortedMap<Integer, SortedSet<Long>> byValue(
            LayerTable table, int min, Share share, WorkerPool pool, Monitor monitor) {
        long positions = table.positions();
        int max = table.maximum();
        int range = range(positions);
        int[][] buffers = new int[pool.threads()][range];
        SortedMap<Integer, SortedMap<Long, Long>> found = new TreeMap<>(); // by value and the range's number, mixed
        pool.run((positions + range - 1) / range, (worker, number) -> {
            if (!share.has(number)) {
                return;
            }
            int[] values = buffers[worker];
            long from = number * range;
            int count = (int) Math.min(range, positions - from);
            table.values(from, count, values, 0);
            int[] first = new int[max - min + 1]; // plus one
            for (int i = 0; i < count; i++) {
                if (first[values[i] - min] == 0) {
                    first[values[i] - min] = i + 1;
                }
            }
            synchronized (found) {
                for (int value = min; value <= max; value++) {
                    if (first[value - min] > 0) {
                        SortedMap<Long, Long> kept = found.computeIfAbsent(value, none -> new TreeMap<>());
                        kept.put(mixed(number), from + first[value - min] - 1);
                        if (kept.size() > OF_A_VALUE) {
                            kept.remove(kept.lastKey());
                        }
                    }
                }
            }
            monitor.advance(count);
        });
        SortedMap<Integer, SortedSet<Long>> ranks = new TreeMap<>();
        found.forEach((value, kept) -> ranks.put(value, new TreeSet<>(kept.values())));
        return ranks;
    }

    /** Returns another number for each number, in no visible order. */
    private static long mixed(long number) {
        return Long.rotateLeft(number * 0x9E3779B97F4A7C15L, 32) * 0x9E3779B97F4A7C15L;
    }

    private SortedSet<Long> some(Examples.Kind kind, int layer) {
        Examples examples = new Examples(served, layer, new Random(layer), Distributions.MAX_POSITIONS);
        SortedSet<Long> ranks = new TreeSet<>();
        try {
            for (int i = 0; i < OF_A_KIND; i++) {
                monitor.check();
                ranks.add(served.game().rank(examples.find(kind, 0, () -> true)));
            }
        } catch (Problem none) {
            return ranks; // no more among those that may be tried
        }
        return ranks;
    }
}
