package granary.explorer.api;

import granary.builder.database.BuildListener;
import granary.builder.seal.UnsealedFiles;
import granary.builder.store.LayerFiles;
import granary.database.Database;
import granary.database.Listing;
import granary.game.Game;
import granary.sealed.SealedTable;
import granary.statistics.Histogram;
import granary.statistics.LayerCounter;
import granary.statistics.LayerStatistics;
import granary.statistics.StatisticsFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How the positions of a database's layers are distributed over scores and distances. What {@code granary stats} keeps in its
 * directory is read at the beginning; other layers are counted when they are first asked for, if they are not too large. Safe for
 * use by any number of threads.
 */
public final class Distributions {
    /** The most positions that are counted while somebody waits: about a nanosecond or two each. */
    static final long MAX_POSITIONS = 100_000_000;

    /** The most positions of a sealed layer that are read while somebody waits: up to some ten microseconds each. */
    static final long MAX_SEALED = 400_000;

    /** Distances of a layer that are counted, for the account: few layers have more. */
    private static final int LIKELY_DISTANCES = 255;

    /** Bytes of heap of a value and its count in a sorted map. */
    private static final int VALUE_HEAP = 96;

    private final Database database;
    private final Map<Integer, LayerStatistics> known = new ConcurrentHashMap<>();

    /** Reads the statistics that are kept beside the database. Those that cannot be read are as absent. */
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

    /** Returns how many scores of a layer may be read while somebody waits. */
    long patience(int layer) {
        return isSealed(layer) ? MAX_SEALED : MAX_POSITIONS;
    }

    /** Returns whether a layer is sealed. */
    boolean isSealed(int layer) {
        return database.table(layer) instanceof SealedTable;
    }

    /** Counts a layer in one pass over its scores and one over its distances, on one thread. A sealed one is unsealed before. */
    LayerStatistics count(int layer) {
        for (int below : database.layers().headSet(layer + 1)) {
            if (database.table(below) instanceof SealedTable sealed) {
                // From now on it has plain arithmetic: that on vectors would keep 32 MiB of each layer.
                sealed.checkModel();
            }
        }
        try (UnsealedFiles unsealed = new UnsealedFiles(database, null, 1, BuildListener.SILENT);
                LayerFiles files =
                        isSealed(layer) ? unsealed.upTo(layer) : new LayerFiles(database.listing(), database.game())) {
            LayerStatistics counted = new LayerCounter(files, 1, BuildListener.SILENT).count(layer, false);
            known.put(layer, counted);
            return counted;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns what the API tells of a distribution. */
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
