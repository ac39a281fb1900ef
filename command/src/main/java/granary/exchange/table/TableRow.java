package granary.exchange.table;

import granary.database.Database;
import granary.game.PositionIterator;
import java.util.List;

/**
 * A row of the table of all positions. The table has a row for each position, in rank order. Ranks start at 0 in each layer.
 *
 * @param layer the layer
 * @param rank the rank of the position in its layer
 * @param board the position's vector, the mover's side first; the next row has the same array
 * @param score the score
 * @param distance the distance, or {@link #NONE}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TableRow(int layer, long rank, int[] board, int score, int distance) {
    /** The names of the columns. */
    public static final List<String> COLUMNS = List.of("layer", "rank", "board", "score", "distance");

    /** The distance if the database does not hold those of the layer. */
    public static final int NONE = -1;

    /** The most rows in a part. */
    private static final int MAX_ROWS = 1 << 14;

    /**
     * Receives rows.
     *
     * @param <X> what it throws
     */
    public interface Visitor<X extends Exception> {
        /** Receives the next row. */
        void row(TableRow row) throws X;
    }

    /** Returns the number of parts that hold a layer. */
    public static long parts(Database database, int layer) {
        return (database.game().size(layer) + MAX_ROWS - 1) / MAX_ROWS;
    }

    /**
     * Passes the rows of a part of a layer to a visitor, in order, and returns their number.
     *
     * @param part 0 .. {@link #parts} - 1
     * @throws X when the visitor does
     */
    public static <X extends Exception> int visit(Database database, int layer, long part, Visitor<X> visitor)
            throws X {
        long first = part * MAX_ROWS;
        int count = (int) Math.min(MAX_ROWS, database.game().size(layer) - first);
        int[] scores = new int[count];
        database.table(layer).values(first, count, scores, 0);
        int[] distances = null;
        if (database.distanceLayers().contains(layer)) {
            distances = new int[count];
            database.distances(layer).values(first, count, distances, 0);
        }
        int[] board = new int[database.game().cells()];
        PositionIterator positions = database.game().iterate(layer, first);
        for (int i = 0; i < count && positions.next(board); i++) {
            visitor.row(new TableRow(layer, first + i, board, scores[i], distances == null ? NONE : distances[i]));
        }
        return count;
    }
}
