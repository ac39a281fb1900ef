package granary.builder.sweep.table;

import granary.awari.RuleSet;
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
    /**
     * For each crossing the sides that it would take everything from, which the rules forbid, in work order; null when
     * there are none.
     */
    public final int[][] grandSlams;

    /** Makes the table of the sides with so many seeds, for the crossings that occur. */
    public ShiftTable(SideOrder order, RuleSet rules, int seeds, BitSet crossings) {
        int pits = order.pits();
        int size = order.size(seeds);
        int strips = Tiles.count(size);
        crossingCount = crossings.length();
        firstShuffle = new int[strips * crossingCount + 1];
        grandSlams = new int[crossingCount][];
        predecessor = new int[crossingCount][];
        for (int d = crossings.nextSetBit(Crossing.NONE + 1); d >= 0; d = crossings.nextSetBit(d + 1)) {
            predecessor[d] = new int[order.size(seeds + Crossing.seeds(d))];
            Arrays.fill(predecessor[d], -1);
        }
        int[] side = new int[pits];
        CaptureResult result = new CaptureResult(pits, rules);
        int[] strip = new int[16];
        long[] mask = new long[16];
        byte[] two = new byte[16];
        byte[] select = new byte[16 * LANES];
        int[] sides = new int[LANES * pits];
        int shuffles = 0;
        order.first(seeds, side);
        for (int s = 0; s < strips; s++) {
            int columns = Math.min(LANES, size - s * LANES);
            for (int column = 0; column < columns; column++) {
                System.arraycopy(side, 0, sides, column * pits, pits);
                order.next(side);
            }
            int[] current = new int[pits];
            for (int crossing = 0; crossing < crossingCount; crossing++) {
                firstShuffle[s * crossingCount + crossing] = shuffles;
                if (!crossings.get(crossing) || crossing == Crossing.NONE) {
                    continue;
                }
                int open = -1;
                for (int column = 0; column < columns; column++) {
                    System.arraycopy(sides, column * pits, current, 0, pits);
                    result.receive(current, crossing);
                    if (result.grandSlam) {
                        int[] old = grandSlams[crossing];
                        int[] longer = old == null ? new int[1] : Arrays.copyOf(old, old.length + 1);
                        longer[longer.length - 1] = s * LANES + column;
                        grandSlams[crossing] = longer;
                        continue;
                    }
                    if (result.captured > 0) {
                        continue;
                    }
                    int target = order.workIndex(result.after);
                    predecessor[crossing][target] = s * LANES + column;
                    if (open < 0 || target >= (strip[open] + 2) * LANES) {
                        open = shuffles++;
                        if (open == strip.length) {
                            strip = Arrays.copyOf(strip, 2 * open);
                            mask = Arrays.copyOf(mask, 2 * open);
                            two = Arrays.copyOf(two, 2 * open);
                            select = Arrays.copyOf(select, 2 * open * LANES);
                        }
                        strip[open] = target / LANES;
                    }
                    int source = target - strip[open] * LANES;
                    select[open * LANES + column] = (byte) source;
                    mask[open] |= 1L << column;
                    if (source >= LANES) {
                        two[open] = 1;
                    }
                }
            }
        }
        firstShuffle[strips * crossingCount] = shuffles;
        targetStrip = Arrays.copyOf(strip, shuffles);
        lanes = Arrays.copyOf(mask, shuffles);
        spansTwo = Arrays.copyOf(two, shuffles);
        selection = Arrays.copyOf(select, shuffles * LANES);
    }
}
