package granary.games.chomp;

import granary.game.GameType;
import granary.game.MoveVisitor;
import granary.game.Notation;
import granary.games.PartitionGame;
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
 * the eaten bar. All layers together have C(m + n, m) positions. A move's number is row * n + column. Immutable; any number of threads may use it.
 */
public final class Chomp extends PartitionGame {
    /** The most rows and the most columns. */
    public static final int MAX_SIDE = 20;

    private final int rows;
    private final int columns;
    private final Notation notation = new ChompNotation(this);

    /**
     * Makes the game.
     *
     * @param rows 1 .. {@value #MAX_SIDE}
     * @param columns 1 .. {@value #MAX_SIDE}
     * @throws IllegalArgumentException when a side is out of range
     */
    public Chomp(int rows, int columns) {
        super(checked(rows, rows, columns), checked(columns, rows, columns), rows * columns, false);
        this.rows = rows;
        this.columns = columns;
    }

    private static int checked(int side, int rows, int columns) {
        if (side < 1 || side > MAX_SIDE) {
            throw new IllegalArgumentException(
                    "a bar has 1 to " + MAX_SIDE + " rows and columns, not " + rows + " x " + columns);
        }
        return side;
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

    /** {@inheritDoc} The whole bar. */
    @Override
    public Optional<int[]> opening() {
        int[] bar = new int[rows];
        Arrays.fill(bar, columns);
        return Optional.of(bar);
    }

    @Override
    public int layer(int[] position) {
        int squares = sum(position);
        if (squares < 0) {
            throw new IllegalArgumentException("a position is the lengths of " + rows + " rows, each 0 to " + columns
                    + " and none longer than the one above it: not " + Arrays.toString(position));
        }
        return squares;
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
    public Notation notation() {
        return notation;
    }
}
