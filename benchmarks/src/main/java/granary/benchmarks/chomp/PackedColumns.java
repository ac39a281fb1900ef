package granary.benchmarks.chomp;

import java.math.BigInteger;
import java.util.function.Consumer;

/**
 * A bar as one 64-bit integer: the squares eaten from each column as the digits of an unsigned number in base m + 1, the
 * leftmost column the most significant. The whole bar is 0, the eaten one the largest. A move costs one addition.
 */
public final class PackedColumns implements BarForm<Long> {
    private final int rows;
    private final int columns;
    /** (m + 1)^(columns - 1 - column) for each column. */
    private final long[] weights;

    /**
     * Makes the form for a bar.
     *
     * @param rows m, 1 or more
     * @param columns n, 1 or more
     * @throws IllegalArgumentException when (m + 1)^n exceeds 2^64
     */
    public PackedColumns(int rows, int columns) {
        if (BigInteger.valueOf(rows + 1L).pow(columns).compareTo(BigInteger.ONE.shiftLeft(Long.SIZE)) > 0) {
            throw new IllegalArgumentException(
                    "64 bits do not hold " + columns + " digits of base " + (rows + 1) + "; exchange rows and columns");
        }
        this.rows = rows;
        this.columns = columns;
        this.weights = new long[columns];
        long weight = 1;
        for (int column = columns - 1; column >= 0; column--) {
            weights[column] = weight;
            weight *= rows + 1;
        }
    }

    @Override
    public Long whole() {
        return 0L;
    }

    @Override
    public void successors(Long bar, Consumer<? super Long> visitor) {
        int[] eaten = eaten(bar);
        for (int row = 0; row < rows; row++) {
            int after = rows - row;
            // Begins with what a move in column 0 adds; for each further column the share of the one to its left is
            // subtracted.
            long added = 0;
            for (int column = 0; column < columns && eaten[column] < after; column++) {
                added += (after - eaten[column]) * weights[column];
            }
            for (int column = 0; column < columns && eaten[column] < after; column++) {
                visitor.accept(bar + added);
                added -= (after - eaten[column]) * weights[column];
            }
        }
    }

    private int[] eaten(long bar) {
        int[] eaten = new int[columns];
        long rest = bar;
        for (int column = columns - 1; column >= 0; column--) {
            eaten[column] = (int) Long.remainderUnsigned(rest, rows + 1L);
            rest = Long.divideUnsigned(rest, rows + 1L);
        }
        return eaten;
    }

    @Override
    public int[] rowLengths(Long bar) {
        int[] lengths = new int[rows];
        for (int eaten : eaten(bar)) {
            for (int row = 0; row < rows - eaten; row++) {
                lengths[row]++;
            }
        }
        return lengths;
    }
}
