package granary.exchange.table;

import granary.database.Database;
import granary.format.LayerTable;
import granary.game.PositionIterator;
import java.util.List;

/**
 * Some rows of the table of all positions: layer, rank, board, score, distance. The table has a row for each position,
 * in rank order. Ranks start at 0 in each layer. The board is the position's vector, the mover's side first. Not
 * thread-safe: each thread has one object and refills it.
 */
public final class TablePart {
    /** The names of the columns. */
    public static final List<String> COLUMNS = List.of("layer", "rank", "board", "score", "distance");

    /** The most rows in a part. */
    public static final int MAX_ROWS = 1 << 14;

    private final Database database;
    private final int cells;
    private final int[] board;
    private final int[] boards;
    private final int[] scores = new int[MAX_ROWS];
    private final int[] distances = new int[MAX_ROWS];
    private int layer;
    private long first;
    private int count;
    private boolean hasDistances;

    /** Makes a part without rows. */
    public TablePart(Database database) {
        this.database = database;
        this.cells = database.game().cells();
        this.board = new int[cells];
        this.boards = new int[cells * MAX_ROWS];
    }

    /** Returns the number of parts that hold a layer. */
    public static long parts(Database database, int layer) {
        return (database.game().size(layer) + MAX_ROWS - 1) / MAX_ROWS;
    }

    /**
     * Reads a part of a layer.
     *
     * @param wanted the layer
     * @param number 0 .. {@link #parts} - 1
     */
    public void read(int wanted, long number) {
        layer = wanted;
        first = number * MAX_ROWS;
        count = (int) Math.min(MAX_ROWS, database.game().size(layer) - first);
        database.table(layer).values(first, count, scores, 0);
        hasDistances = database.distanceLayers().contains(layer);
        if (hasDistances) {
            LayerTable table = database.distances(layer);
            table.values(first, count, distances, 0);
        }
        PositionIterator positions = database.game().iterate(layer, first);
        for (int row = 0; row < count && positions.next(board); row++) {
            System.arraycopy(board, 0, boards, row * cells, cells);
        }
    }

    /** Returns the number of rows. */
    public int count() {
        return count;
    }

    /** Returns the layer of all rows. */
    public int layer() {
        return layer;
    }

    /** Returns the rank of a row's position in its layer. */
    public long rank(int row) {
        return first + row;
    }

    /** Returns the number of cells of a board. */
    public int cells() {
        return cells;
    }

    /** Returns a cell of a row's board. */
    public int cell(int row, int cell) {
        return boards[row * cells + cell];
    }

    /** Returns a row's score. */
    public int score(int row) {
        return scores[row];
    }

    /** Returns whether the database holds the layer's distances. */
    public boolean hasDistances() {
        return hasDistances;
    }

    /** Returns a row's distance, if there is one. */
    public int distance(int row) {
        return distances[row];
    }
}
