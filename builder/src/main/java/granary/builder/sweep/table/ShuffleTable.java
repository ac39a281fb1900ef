package granary.builder.sweep.table;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.BitSet;
import org.agrona.collections.IntArrayList;

/**
 * The successors of {@link CrossingTable}s, cut up for vectors. Immutable.
 *
 * <p>Adding the crossing seeds keeps the work order, so neighbouring sides come to lie in a narrow range of the order of
 * the fuller sides, with gaps. A <em>shuffle</em> serves the neighbouring lanes of one vector: those of them that come to lie
 * within the reach of one other vector, by one selection of bytes. A vector as wide as a strip reaches into the next strip
 * too: it selects from two vectors, which takes one instruction if the machine has such vectors. Sides that lose seeds to a
 * capture are in no shuffle.
 */
public final class ShuffleTable {
    private final int crossingCount;
    private final int[] first;
    /** For each shuffle the first of the lanes that it serves; the vector ends within the line. */
    public final int[] lane;
    /** For each shuffle the fuller side in the first of the lanes that it reads; the vector ends within the line. */
    public final int[] source;
    /** For each shuffle 1 when it reads the next strip too, else 0. */
    public final int[] second;
    /** For each shuffle and lane served the lane read, beyond the first vector one of the second. */
    public final byte[] selection;
    /** For each shuffle and lane the greatest value that passes: any if the lane is served, otherwise the least. */
    public final byte[] limit;

    /**
     * Cuts the successors of a number of sides up.
     *
     * @param occurring the crossings of interest
     * @param width bytes of a vector, a divisor of a strip's width
     */
    public ShuffleTable(int sides, CrossingTable[] tables, BitSet occurring, int width) {
        crossingCount = occurring.length();
        int strips = Tiles.count(sides);
        first = new int[strips * crossingCount + 1];
        IntArrayList lanes = new IntArrayList();
        IntArrayList sources = new IntArrayList();
        IntArrayList seconds = new IntArrayList();
        ByteArrayOutputStream selections = new ByteArrayOutputStream();
        ByteArrayOutputStream limits = new ByteArrayOutputStream();
        int reach = width == Tiles.WIDTH ? 2 * width : width;
        byte[] selected = new byte[width];
        byte[] passing = new byte[width];
        for (int strip = 0; strip < strips; strip++) {
            int end = Math.min(sides, (strip + 1) * Tiles.WIDTH);
            for (int crossing = 0; crossing < crossingCount; crossing++) {
                first[strip * crossingCount + crossing] = lanes.size();
                int[] successor = occurring.get(crossing) ? tables[crossing].successor : null;
                for (int from = strip * Tiles.WIDTH; from < end && successor != null; from += width) {
                    int to = Math.min(end, from + width);
                    int side = served(successor, from, to);
                    while (side < to) {
                        int line = successor[side] / Tiles.WIDTH * Tiles.WIDTH;
                        int start = Math.min(successor[side], line + Tiles.WIDTH - width);
                        Arrays.fill(selected, (byte) 0);
                        Arrays.fill(passing, Byte.MIN_VALUE);
                        int selection = 0;
                        while (side < to && successor[side] < start + reach) {
                            selection = successor[side] - start;
                            selected[side - from] = (byte) selection;
                            passing[side - from] = Byte.MAX_VALUE;
                            side = served(successor, side + 1, to);
                        }
                        lanes.addInt(from % Tiles.WIDTH);
                        sources.addInt(start);
                        seconds.addInt(selection / width);
                        selections.writeBytes(selected);
                        limits.writeBytes(passing);
                    }
                }
            }
        }
        first[strips * crossingCount] = lanes.size();
        lane = lanes.toIntArray();
        source = sources.toIntArray();
        second = seconds.toIntArray();
        selection = selections.toByteArray();
        limit = limits.toByteArray();
    }

    /** Returns the first side from one on that has a successor, or {@code to}. */
    private static int served(int[] successor, int from, int to) {
        int side = from;
        while (side < to && successor[side] < 0) {
            side++;
        }
        return side;
    }

    /** Returns the first shuffle of a strip and crossing. */
    public int first(int strip, int crossing) {
        return first[strip * crossingCount + crossing];
    }

    /** Returns the end of the shuffles of a strip and crossing. */
    public int end(int strip, int crossing) {
        return first[strip * crossingCount + crossing + 1];
    }
}
