package granary.builder.sweep;

import granary.awari.RuleSet;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Where the deliveries that capture nothing take the sides with {@code seeds} seeds, 64 sides at a time.
 *
 * <p>Adding the delivered seeds keeps the work order, so 64 neighbouring sides land in a narrow range of the order of
 * the fuller sides, with gaps. Each group of 64 is split into <em>pieces</em>, those sides that land within two
 * neighbouring strips of 64; a piece is one selection of bytes out of two vectors. Sides that lose seeds to a capture
 * are left out of every piece.
 */
final class ShiftTable {
    private static final int LANES = Tiles.WIDTH;

    final int deliveryCount;
    /** First piece of (strip, delivery), at {@code strip * deliveryCount + delivery}; one entry more at the end. */
    final int[] firstPiece;
    /** For each piece the first of the two strips of fuller sides. */
    final int[] targetStrip;
    /** For each piece 1 when it reaches into the next strip, else 0. */
    final byte[] spansTwo;
    /** For each piece the lanes it serves. */
    final long[] lanes;
    /** For each piece and lane the byte out of the 128 of the two strips. */
    final byte[] selection;
    /** For each delivery, by the fuller side, the side that it came from without a capture, or -1. */
    final int[][] cameFrom;
    /** For each delivery the sides that it would strip of everything, in work order; null when there are none. */
    final int[][] strippedSides;

    ShiftTable(SideOrder order, RuleSet rules, int seeds, BitSet deliveries) {
        int pits = order.pits();
        int size = order.size(seeds);
        int strips = Tiles.count(size);
        deliveryCount = deliveries.length();
        firstPiece = new int[strips * deliveryCount + 1];
        strippedSides = new int[deliveryCount][];
        cameFrom = new int[deliveryCount][];
        for (int d = deliveries.nextSetBit(SideSowing.NOTHING + 1); d >= 0; d = deliveries.nextSetBit(d + 1)) {
            cameFrom[d] = new int[order.size(seeds + SideSowing.crossed(d))];
            Arrays.fill(cameFrom[d], -1);
        }
        int[] side = new int[pits];
        Landing landing = new Landing(pits, rules);
        int[] strip = new int[16];
        long[] mask = new long[16];
        byte[] two = new byte[16];
        byte[] select = new byte[16 * LANES];
        int[] sides = new int[LANES * pits];
        int pieces = 0;
        order.first(seeds, side);
        for (int s = 0; s < strips; s++) {
            int columns = Math.min(LANES, size - s * LANES);
            for (int column = 0; column < columns; column++) {
                System.arraycopy(side, 0, sides, column * pits, pits);
                order.next(side);
            }
            int[] current = new int[pits];
            for (int delivery = 0; delivery < deliveryCount; delivery++) {
                firstPiece[s * deliveryCount + delivery] = pieces;
                if (!deliveries.get(delivery) || delivery == SideSowing.NOTHING) {
                    continue;
                }
                int open = -1;
                for (int column = 0; column < columns; column++) {
                    System.arraycopy(sides, column * pits, current, 0, pits);
                    landing.land(current, delivery);
                    if (landing.forbidden) {
                        int[] old = strippedSides[delivery];
                        int[] longer = old == null ? new int[1] : Arrays.copyOf(old, old.length + 1);
                        longer[longer.length - 1] = s * LANES + column;
                        strippedSides[delivery] = longer;
                        continue;
                    }
                    if (landing.captured > 0) {
                        continue;
                    }
                    int target = order.workIndex(landing.after);
                    cameFrom[delivery][target] = s * LANES + column;
                    if (open < 0 || target >= (strip[open] + 2) * LANES) {
                        open = pieces++;
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
        firstPiece[strips * deliveryCount] = pieces;
        targetStrip = Arrays.copyOf(strip, pieces);
        lanes = Arrays.copyOf(mask, pieces);
        spansTwo = Arrays.copyOf(two, pieces);
        selection = Arrays.copyOf(select, pieces * LANES);
    }
}
