package granary.benchmarks.chomp;

import java.util.function.Consumer;

/**
 * A bar as one byte per column: the number of squares eaten from the column, which never decreases to the right. A move costs
 * O(columns) and an array.
 */
public final class ColumnBytes implements BarForm<byte[]> {
    private final int rows;
    private final int columns;

    /**
     * Makes the form for a bar.
     *
     * @param rows 1 .. 127, so that a byte holds a column
     * @param columns 1 or more
     * @throws IllegalArgumentException when there are too many rows
     */
    public ColumnBytes(int rows, int columns) {
        if (rows > Byte.MAX_VALUE) {
            throw new IllegalArgumentException("a byte does not hold a column of " + rows + " squares");
        }
        this.rows = rows;
        this.columns = columns;
    }

    @Override
    public byte[] whole() {
        return new byte[columns];
    }

    @Override
    public void successors(byte[] bar, Consumer<? super byte[]> visitor) {
        for (int row = 0; row < rows; row++) {
            byte eaten = (byte) (rows - row);
            for (int column = 0; column < columns && bar[column] < eaten; column++) {
                byte[] after = bar.clone();
                for (int right = column; right < columns && bar[right] < eaten; right++) {
                    after[right] = eaten;
                }
                visitor.accept(after);
            }
        }
    }

    @Override
    public int[] rowLengths(byte[] bar) {
        int[] lengths = new int[rows];
        for (byte eaten : bar) {
            for (int row = 0; row < rows - eaten; row++) {
                lengths[row]++;
            }
        }
        return lengths;
    }
}
