package granary.builder.verify;

import granary.builder.store.PackedLayer;
import granary.builder.store.RowDecoder;

/** Makes {@link Key}s of what the files hold, by the row. Not thread-safe; each method overwrites what the last one returned. */
final class KeyRows {
    /** To decode a whole row takes about a fifth of the time that single ones of as many values take. */
    private static final int DENSE = 5;

    private final RowPieces pieces;
    private final PackedLayer layer;
    /** Null where the layer has none. */
    private final PackedLayer distances;

    private byte[] row = {};
    private byte[] distanceRow = {};
    private short[] keys = {};

    KeyRows(RowPieces pieces) {
        this.pieces = pieces;
        this.layer = pieces.scores(pieces.layer);
        this.distances = pieces.distances();
    }

    /**
     * Returns the keys after moves that reach a run of positions of the layer itself.
     *
     * @param start the offset of the first
     * @param count how many
     */
    short[] reached(long start, int count) {
        reserve(count);
        int skip = layer.decode(start, count, row);
        if (distances == null) {
            for (int i = 0; i < count; i++) {
                keys[i] = Key.after(row[skip + i], 0);
            }
            return keys;
        }
        int skipDistances = distances.decode(start, count, distanceRow);
        for (int i = 0; i < count; i++) {
            keys[i] = Key.after(row[skip + i], distanceRow[skipDistances + i] + RowPieces.DISTANCE_BIAS);
        }
        return keys;
    }

    /**
     * Returns the keys after moves that capture so much and reach some positions of a row.
     *
     * @param start the offset of the row's first position
     * @param length the positions in the row
     * @param places where in the row they are
     */
    short[] reached(int captured, long start, int length, int[] places) {
        PackedLayer scores = pieces.scores(pieces.layer - captured);
        boolean plain = captured > 0 || distances == null;
        int count = places.length;
        boolean single = length > DENSE * count;
        reserve(single ? count : length);
        if (single) {
            scores.decode(start, places, row);
            if (plain) {
                for (int i = 0; i < count; i++) {
                    keys[i] = Key.after(row[i] - captured, 0);
                }
                return keys;
            }
            distances.decode(start, places, distanceRow);
            for (int i = 0; i < count; i++) {
                keys[i] = Key.after(row[i], distanceRow[i] + RowPieces.DISTANCE_BIAS);
            }
            return keys;
        }
        int skip = scores.decode(start, length, row);
        if (plain) {
            for (int i = 0; i < count; i++) {
                keys[i] = Key.after(row[skip + places[i]] - captured, 0);
            }
            return keys;
        }
        int skipDistances = distances.decode(start, length, distanceRow);
        for (int i = 0; i < count; i++) {
            int distance = distanceRow[skipDistances + places[i]] + RowPieces.DISTANCE_BIAS;
            keys[i] = Key.after(row[skip + places[i]], distance);
        }
        return keys;
    }

    /**
     * Returns the keys that the best moves of a run of positions of the layer have, if they are right.
     *
     * @param start the offset of the first
     * @param count how many
     */
    short[] best(long start, int count) {
        reserve(count);
        int skip = layer.decode(start, count, row);
        if (distances == null) {
            for (int i = 0; i < count; i++) {
                keys[i] = Key.after(-row[skip + i], 0);
            }
            return keys;
        }
        int skipDistances = distances.decode(start, count, distanceRow);
        for (int i = 0; i < count; i++) {
            keys[i] = Key.best(row[skip + i], distanceRow[skipDistances + i] + RowPieces.DISTANCE_BIAS);
        }
        return keys;
    }

    private void reserve(int count) {
        if (keys.length < count) {
            keys = new short[2 * count];
            row = new byte[2 * count + RowDecoder.SLACK];
            distanceRow = new byte[2 * count + RowDecoder.SLACK];
        }
    }
}
