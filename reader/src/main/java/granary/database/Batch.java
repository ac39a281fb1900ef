package granary.database;

import granary.error.MissingLayerException;
import granary.format.FileKind;
import granary.format.LayerTable;
import granary.game.Game;
import java.util.Arrays;
import java.util.Objects;

/**
 * Looks up many boards together, of any layers. The cache misses of up to {@value #ROUND} lookups overlap, so that in a
 * database much larger than the processor's caches each costs a fraction of a {@link Database#score}.
 *
 * <p>Created by {@link Database#batch}. Holds three kilobytes of working memory and allocates nothing afterwards, so
 * keep one for each thread; a batch is not safe for use by more than one. Lookups throw the exceptions of those of {@link Database};
 * after an exception, the results are undefined.
 */
public final class Batch {
    /** Lookups at a time: more than the ten or so cache misses that a core can have outstanding, and few enough for the cache. */
    static final int ROUND = 64;

    private final Database database;
    private final Game game;
    private final int cells;
    private final long[] locations = new long[ROUND];
    /** The boards of a round, grouped by layer; ranks and values are in this order. */
    private final int[] order = new int[ROUND];

    private final long[] ranks = new long[ROUND];
    private final int[] found = new int[ROUND];
    private final long[] addresses = new long[ROUND];
    private final long[] numbers = new long[ROUND];

    private boolean marking;
    private int mark;

    Batch(Database database) {
        this.database = database;
        this.game = database.game();
        this.cells = game.cells();
    }

    /**
     * From now on writes a mark, instead of throwing an exception, for a position whose layer is missing, or another layer that its
     * {@link Database#score} needs, or that no layer holds ({@link Game#locate}). A vector that is not a position still causes an exception.
     *
     * @param newMark a number that is neither a score nor a distance, such as {@link Integer#MIN_VALUE}
     * @return this
     */
    public Batch markMissing(int newMark) {
        marking = true;
        mark = newMark;
        return this;
    }

    /**
     * Looks up boards that are stored one after another in an array.
     *
     * @param boards the positions, {@code count} times {@link Game#cells} cells, each the mover's side first
     * @param from index of the first cell
     * @param count the number of positions
     * @param scores receives their scores for the mover
     * @param at index of the first score
     * @throws IndexOutOfBoundsException when a range is out of bounds
     */
    public void scores(int[] boards, int from, int count, int[] scores, int at) {
        look(FileKind.SCORES, boards, from, count, scores, at);
    }

    /** Looks up the distances to conversion of boards; otherwise as {@link #scores(int[], int, int, int[], int)}. */
    public void distances(int[] boards, int from, int count, int[] distances, int at) {
        look(FileKind.DISTANCES, boards, from, count, distances, at);
    }

    private void look(FileKind kind, int[] boards, int from, int count, int[] values, int at) {
        Objects.checkFromIndexSize(from, (long) count * cells, boards.length);
        Objects.checkFromIndexSize(at, count, values.length);
        for (int done = 0; done < count; done += ROUND) {
            int size = Math.min(ROUND, count - done);
            round(kind, boards, from + done * cells, size, values, at + done);
        }
    }

    private void round(FileKind kind, int[] boards, int from, int size, int[] values, int at) {
        for (int i = 0; i < size; i++) {
            locations[i] = game.locate(boards, from + i * cells);
            order[i] = i;
        }
        database.fetch(kind, locations, size);
        for (int first = 0, end; first < size; first = end) {
            end = gatherLayer(first, size);
            look(marking ? database.tableOrNull(kind, layer(first)) : database.table(kind, layer(first)), first, end);
        }
        for (int i = 0; i < size; i++) {
            values[at + order[i]] = found[i];
        }
    }

    /** Looks up boards of a layer; a table that is null is missing. */
    private void look(LayerTable table, int first, int end) {
        if (table == null) {
            Arrays.fill(found, first, end, mark);
            return;
        }
        try {
            table.values(ranks, first, end - first, addresses, numbers, found, first);
        } catch (MissingLayerException e) { // a layer below a compressed one, which only some positions need
            if (!marking) {
                throw e;
            }
            for (int i = first; i < end; i++) {
                found[i] = Database.find(table, ranks[i]).orElse(mark);
            }
        }
    }

    /**
     * Moves all boards of the first board's layer to the front, so that their lookups overlap even if layers are mixed.
     *
     * @return the index after the last of them
     */
    private int gatherLayer(int first, int size) {
        int layer = layer(first);
        int end = first;
        for (int i = first; i < size; i++) {
            if (layer(i) == layer) {
                int moved = order[i];
                order[i] = order[end];
                order[end] = moved;
                ranks[end++] = locations[moved] & Game.RANK_MASK;
            }
        }
        return end;
    }

    private int layer(int i) {
        return (int) (locations[order[i]] >>> Game.LAYER_SHIFT);
    }
}
