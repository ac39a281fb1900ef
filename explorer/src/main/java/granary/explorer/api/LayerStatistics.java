package granary.explorer.api;

import granary.database.Database;
import granary.database.DistanceTable;
import granary.format.ScoreTable;
import granary.game.Game;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How the positions of a layer are distributed over scores and distances.
 *
 * @param layer the layer's number
 * @param positions how many positions it has
 * @param scores the number of positions by score; scores that do not occur are left out
 * @param distances the same by distance; empty where the database holds none
 */
record LayerStatistics(int layer, long positions, SortedMap<Integer, Long> scores, SortedMap<Integer, Long> distances) {
    /** Counted while somebody waits: about a nanosecond or two a position. */
    static final long MAX_POSITIONS = 100_000_000;

    private static final int CHUNK = 4096;

    /** Reads values one after another. */
    @FunctionalInterface
    private interface Source {
        void read(long offset, int count, int[] target);
    }

    /** Counts a layer in one pass over its scores and one over its distances. */
    static LayerStatistics of(Database database, int layer) {
        Game game = database.game();
        long positions = game.size(layer);
        ScoreTable table = database.table(layer);
        SortedMap<Integer, Long> scores = count(
                positions,
                game.minScore(layer),
                game.maxScore(layer),
                (offset, count, target) -> table.scores(offset, count, target, 0));
        SortedMap<Integer, Long> distances = new TreeMap<>();
        if (database.distanceLayers().contains(layer)) {
            DistanceTable known = database.distances(layer);
            distances.putAll(count(
                    positions,
                    0,
                    known.longest(),
                    (offset, count, target) -> known.distances(offset, count, target, 0)));
        }
        return new LayerStatistics(layer, positions, scores, distances);
    }

    private static SortedMap<Integer, Long> count(long positions, int min, int max, Source source) {
        long[] counts = new long[max - min + 1];
        int[] chunk = new int[CHUNK];
        for (long offset = 0; offset < positions; offset += CHUNK) {
            int size = (int) Math.min(CHUNK, positions - offset);
            source.read(offset, size, chunk);
            for (int i = 0; i < size; i++) {
                counts[chunk[i] - min]++;
            }
        }
        SortedMap<Integer, Long> found = new TreeMap<>();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                found.put(min + i, counts[i]);
            }
        }
        return found;
    }

    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("layer", layer);
        json.put("positions", positions);
        json.put("scores", pairs("score", scores));
        if (!distances.isEmpty()) {
            json.put("distances", pairs("distance", distances));
        }
        return json;
    }

    private static List<Map<String, Object>> pairs(String name, SortedMap<Integer, Long> counts) {
        List<Map<String, Object>> list = new ArrayList<>();
        counts.forEach((value, count) -> {
            Map<String, Object> pair = new LinkedHashMap<>();
            pair.put(name, value);
            pair.put("positions", count);
            list.add(pair);
        });
        return list;
    }
}
