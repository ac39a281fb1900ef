package granary.builder.sweep.table;

import granary.awari.Awari;
import granary.game.PositionIterator;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Where the crossing seeds that capture nothing take the sides with {@code seeds} seeds, 64 sides at a time. Immutable.
 *
 * <p>Adding the crossing seeds keeps the work order, so 64 neighbouring sides come to lie in a narrow range of the order
 * of the fuller sides, with gaps. Each group of 64 is split into <em>shuffles</em>: one takes those sides that come to lie
 * within two neighbouring strips of 64, by one selection of bytes out of two vectors. Sides that lose seeds to a capture
 * are in no shuffle.
 */
public final class ShiftTable {
    private static final int LANES = Tiles.WIDTH;
    private static final int[] NO_SIDES = {};

    /** One more than the greatest crossing. */
    public final int crossingCount;
    /** First shuffle of (strip, crossing), at {@code strip * crossingCount + crossing}; one entry more at the end. */
    public final int[] firstShuffle;
    /** For each shuffle the first of the two strips of fuller sides. */
    public final int[] targetStrip;
    /** For each shuffle 1 when it reaches into the next strip, else 0. */
    public final byte[] spansTwo;
    /** For each shuffle the lanes it serves. */
    public final long[] lanes;
    /** For each shuffle and lane the byte out of the 128 of the two strips. */
    public final byte[] selection;
    /** For each crossing, by the fuller side, the side before it when nothing was captured, or -1. */
    public final int[][] predecessor;
    /** For each crossing the sides that it leaves without seeds, which no ordinary move does, in work order. */
    public final int[][] starved;

    /** Makes the table of the sides with so many seeds, for the crossings that occur. */
    public ShiftTable(SideOrder order, Awari awari, int seeds, BitSet crossings) {
        int pits = order.pits();
        int size = order.size(seeds);
        int strips = Tiles.count(size);
        crossingCount = crossings.length();
        firstShuffle = new int[strips * crossingCount + 1];
        predecessor = new int[crossingCount][];
        starved = new int[crossingCount][];
        if (crossings.get(Crossing.NONE)) {
            // nothing changes on the side, and all of them hold as many seeds
            starved[Crossing.NONE] = seeds == 0 ? new int[] {0} : NO_SIDES;
        }
        for (int d = crossings.nextSetBit(Crossing.NONE + 1); d >= 0; d = crossings.nextSetBit(d + 1)) {
            starved[d] = NO_SIDES;
            predecessor[d] = new int[order.size(seeds + Crossing.seeds(d))];
            Arrays.fill(predecessor[d], -1);
        }
        CaptureResult result = new CaptureResult(awari, crossingCount / 2);
        Shuffles shuffles = new Shuffles();
        int[] sides = new int[LANES * pits];
        int[] side = new int[pits];
        PositionIterator all = order.iterate(seeds, 0);
        for (int strip = 0; strip < strips; strip++) {
            int first = strip * LANES;
            int columns = Math.min(LANES, size - first);
            for (int column = 0; column < columns; column++) {
                all.next(side);
                System.arraycopy(side, 0, sides, column * pits, pits);
            }
            for (int crossing = 0; crossing < crossingCount; crossing++) {
                firstShuffle[strip * crossingCount + crossing] = shuffles.count;
                if (!crossings.get(crossing) || crossing == Crossing.NONE) {
                    continue;
                }
                shuffles.close();
                for (int column = 0; column < columns; column++) {
                    result.receive(sides, column * pits, crossing);
                    if (result.starved) {
                        starved[crossing] = append(starved[crossing], first + column);
                    } else if (result.captured == 0) {
                        int target = order.workIndex(result.board, pits);
                        predecessor[crossing][target] = first + column;
                        shuffles.add(column, target);
                    }
                }
            }
        }
        firstShuffle[strips * crossingCount] = shuffles.count;
        targetStrip = Arrays.copyOf(shuffles.targetStrip, shuffles.count);
        lanes = Arrays.copyOf(shuffles.lanes, shuffles.count);
        spansTwo = Arrays.copyOf(shuffles.spansTwo, shuffles.count);
        selection = Arrays.copyOf(shuffles.selection, shuffles.count * LANES);
    }

    /** There are few of them, so each may cost a copy. */
    private static int[] append(int[] sides, int side) {
        int[] longer = Arrays.copyOf(sides, sides.length + 1);
        longer[sides.length] = side;
        return longer;
    }

    /** The shuffles while they are made. */
    private static final class Shuffles {
        private int[] targetStrip = new int[16];
        private byte[] spansTwo = new byte[16];
        private long[] lanes = new long[16];
        private byte[] selection = new byte[16 * LANES];
        private int count;
        /** The last shuffle takes no more sides. */
        private boolean closed;

        /** Ends the last shuffle: what is added next goes into another. */
        void close() {
            closed = true;
        }

        /** Adds a side, given its lane and the fuller side that it becomes. */
        void add(int lane, int target) {
            if (closed || target >= (targetStrip[count - 1] + 2) * LANES) {
                begin(target / LANES);
            }
            int last = count - 1;
            int source = target - targetStrip[last] * LANES;
            selection[last * LANES + lane] = (byte) source;
            lanes[last] |= 1L << lane;
            if (source >= LANES) {
                spansTwo[last] = 1;
            }
        }

        private void begin(int strip) {
            if (count == targetStrip.length) {
                targetStrip = Arrays.copyOf(targetStrip, 2 * count);
                spansTwo = Arrays.copyOf(spansTwo, 2 * count);
                lanes = Arrays.copyOf(lanes, 2 * count);
                selection = Arrays.copyOf(selection, 2 * count * LANES);
            }
            targetStrip[count++] = strip;
            closed = false;
        }
    }
}
