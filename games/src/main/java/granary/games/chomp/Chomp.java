package granary.games.chomp;

import granary.game.Game;
import granary.game.GameType;
import granary.game.MoveVisitor;
import granary.game.Notation;
import granary.game.PositionIterator;
import granary.game.Scoring;
import granary.games.WinLoss;
import granary.games.chain.Partitions;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Chomp: a bar of chocolate of m rows and n columns. A move eats a square and all squares below it and to its right. The
 * corner (0;0) is poisoned, and the player who eats it loses.
 *
 * <p>A position is the length of each row, top row first. Lengths never increase downwards, so a position is a partition of the
 * number of squares left into at most m parts of at most n. A position's layer is the number of squares left; layer 0 is
 * the eaten bar. A move's number is row * n + column. Immutable; any number of threads may use it.
 */
public final class Chomp implements Game {
    /** The most rows and the most columns. */
    public static final int MAX_SIDE = 20;

    private static final Scoring SCORING = new WinLoss(false);

    private final int rows;
    private final int columns;
    private final Partitions partitions;
    private final Notation notation = new ChompNotation(this);

    /**
     * Makes the game.
     *
     * @param rows 1 .. {@value #MAX_SIDE}
     * @param columns 1 .. {@value #MAX_SIDE}
     * @throws IllegalArgumentException when a side is out of range
     */
    public Chomp(int rows, int columns) {
        if (Math.min(rows, columns) < 1 || Math.max(rows, columns) > MAX_SIDE) {
            throw new IllegalArgumentException(
                    "a bar has 1 to " + MAX_SIDE + " rows and columns, not " + rows + " x " + columns);
        }
        this.rows = rows;
        this.columns = columns;
        this.partitions = new Partitions(rows, columns, rows * columns);
    }

    /** Returns the number of columns. */
    int columns() {
        return columns;
    }

    @Override
    public GameType type() {
        return ChompType.INSTANCE;
    }

    @Override
    public Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put(ChompType.ROWS.name(), Integer.toString(rows));
        parameters.put(ChompType.COLUMNS.name(), Integer.toString(columns));
        return parameters;
    }

    @Override
    public int cells() {
        return rows;
    }

    @Override
    public int topLayer() {
        return rows * columns;
    }

    /** {@inheritDoc} The whole bar. */
    @Override
    public Optional<int[]> opening() {
        int[] bar = new int[rows];
        Arrays.fill(bar, columns);
        return Optional.of(bar);
    }

    /** {@inheritDoc} All layers together have C(m + n, m) positions. */
    @Override
    public long size(int layer) {
        return partitions.size(layer);
    }

    @Override
    public int layer(int[] position) {
        int squares = partitions.sum(position);
        if (squares < 0) {
            throw new IllegalArgumentException("a position is the lengths of " + rows + " rows, each 0 to " + columns
                    + " and none longer than the one above it: not " + Arrays.toString(position));
        }
        return squares;
    }

    @Override
    public long rank(int[] position) {
        return partitions.rank(position);
    }

    @Override
    public void unrank(int layer, long rank, int[] position) {
        partitions.unrank(layer, rank, position);
    }

    @Override
    public PositionIterator iterate(int layer, long fromRank) {
        return partitions.iterate(layer, fromRank);
    }

    /** {@inheritDoc} The number is row * columns + column of the square, from 0. */
    @Override
    public void moves(int[] position, MoveVisitor visitor) {
        int[] successor = position.clone();
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < position[row]; column++) {
                for (int below = row; below < rows; below++) {
                    successor[below] = Math.min(position[below], column);
                }
                visitor.visit(row * columns + column, 0, successor);
            }
            successor[row] = position[row];
        }
    }

    @Override
    public int terminalScore(int[] position) {
        return 0;
    }

    @Override
    public int minScore(int layer) {
        return -maxScore(layer);
    }

    /**
     * {@inheritDoc} No game has more moves than squares. Some have nearly as many: a bar of 10 x 20 has positions that take 148
     * moves, more than a signed byte holds.
     */
    @Override
    public int maxScore(int layer) {
        return layer;
    }

    @Override
    public Scoring scoring() {
        return SCORING;
    }

    @Override
    public Notation notation() {
        return notation;
    }

    /** Returns the identity line. */
    @Override
    public String toString() {
        return identity();
    }
}
