package granary.explorer.api;

import granary.builder.Monitor;
import granary.builder.store.LayerFiles;
import granary.compressed.CompressedTable;
import granary.database.Database;
import granary.database.Listing;
import granary.game.Game;
import granary.statistics.Histogram;
import granary.statistics.LayerCounter;
import granary.statistics.LayerStatistics;
import granary.statistics.StatisticsFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The distribution of a database's positions over scores and distances. What {@code granary stats} keeps in its
 * directory is read at the beginning; other layers are counted when they are first asked for, if they are not too large. Safe for
 * use by any number of threads.
 */
public final class Distributions {
    /** The most positions that are counted while somebody waits: about a nanosecond or two each. */
    static final long MAX_POSITIONS = 100_000_000;

    /** Distances of a layer that are counted, for the resource model: few layers have more. */
    private static final int LIKELY_DISTANCES = 255;

    /** Bytes of heap of a value and its count in a sorted map. */
    private static final int VALUE_HEAP = 96;

    private final Database database;
    private final Map<Integer, LayerStatistics> known = new ConcurrentHashMap<>();

    /** Reads the statistics that are kept with the database. Those that cannot be read count as absent. */
    Distributions(Database database) {
        this.database = database;
        StatisticsFiles files = new StatisticsFiles(database);
        for (int layer : database.layers()) {
            try {
                files.find(layer).ifPresent(kept -> known.put(kept.layer(), kept));
            } catch (IOException e) {
                // counted when it is asked for
            }
        }
    }

    /** Returns a layer's distribution if it was kept or counted before. */
    Optional<LayerStatistics> find(int layer) {
        return Optional.ofNullable(known.get(layer));
    }

    /** Returns the most heap that the counts of all layers of a database take. */
    static long heapBytes(Listing database) {
        Game game = database.game();
        long values = 0;
        for (int layer : database.manifest().scoreLayers()) {
            values += game.maxScore(layer) - game.minScore(layer) + 1 + LIKELY_DISTANCES;
        }
        return values * VALUE_HEAP;
    }

    /** Returns whether a layer is compressed. */
    boolean isCompressed(int layer) {
        return database.table(layer) instanceof CompressedTable;
    }

    /**
     * Refuses a layer that cannot be counted while somebody waits.
     *
     * @param most the most positions that are counted
     * @throws Problem when it is compressed, or larger
     */
    void requireCountable(int layer, long most) {
        if (isCompressed(layer)) {
            throw Problem.notFound(
                    "layer " + layer
                            + " is compressed; 'granary stats' counts it before that, and 'granary compress' copies the counts");
        }
        long positions = database.game().size(layer);
        if (positions > most) {
            throw Problem.notFound("layer " + layer + " has " + positions + " positions; those with more than " + most
                    + " are not counted here, but by 'granary stats' before the server starts");
        }
    }

    /** Counts a packed layer in one pass over its scores and one over its distances, on one thread. */
    LayerStatistics count(int layer) {
        try (LayerFiles files = new LayerFiles(database.listing(), database.game(), true)) {
            LayerStatistics counted = new LayerCounter(files, 1, Monitor.SILENT).count(layer, false);
            known.put(layer, counted);
            return counted;
        }
    }

    /** Returns the API's form of a distribution. */
    public static Map<String, Object> toJson(LayerStatistics statistics) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("layer", statistics.layer());
        json.put("positions", statistics.positions());
        json.put("scores", pairs("score", statistics.scores()));
        if (statistics.distances() != null) {
            json.put("distances", pairs("distance", statistics.distances()));
        }
        return json;
    }

    private static List<Map<String, Object>> pairs(String name, Histogram histogram) {
        List<Map<String, Object>> list = new ArrayList<>();
        histogram.counts().forEach((value, count) -> {
            Map<String, Object> pair = new LinkedHashMap<>();
            pair.put(name, value);
            pair.put("positions", count);
            list.add(pair);
        });
        return list;
    }
}
