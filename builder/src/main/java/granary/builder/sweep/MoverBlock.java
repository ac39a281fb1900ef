package granary.builder.sweep;

import granary.awari.RuleSet;
import java.util.BitSet;

/** The positions of a layer whose mover has a given number of seeds: where they lie, and where their moves lead. */
final class MoverBlock {
    final int moverSeeds;
    final int opponentSeeds;
    final int movers;
    final int opponents;
    final MoveTable table;
    final ShiftTable shifts;

    /** Values of these positions: line t, column m. */
    final long valuesStart;

    final long valuesStrip;
    /**
     * For each delivery, block and strip length of the values after the move. For {@link SideSowing#NOTHING} it is also
     * where the exits of these positions lie: line m, column t.
     */
    final long[] targetStart;

    final long[] targetStrip;

    MoverBlock(LayerShape shape, RuleSet rules, MoveTable table, int moverSeeds) {
        this.moverSeeds = moverSeeds;
        this.table = table;
        opponentSeeds = shape.seeds - moverSeeds;
        movers = shape.sides(moverSeeds);
        opponents = shape.sides(opponentSeeds);
        BitSet deliveries = table.deliveries;
        shifts = new ShiftTable(shape.order, rules, opponentSeeds, deliveries);
        valuesStart = shape.blockStart(moverSeeds);
        valuesStrip = shape.stripBytes(moverSeeds);
        int count = Math.max(SideSowing.NOTHING + 1, deliveries.length());
        targetStart = new long[count];
        targetStrip = new long[count];
        targetStart[SideSowing.NOTHING] = shape.blockStart(opponentSeeds);
        targetStrip[SideSowing.NOTHING] = shape.stripBytes(opponentSeeds);
        for (int d = deliveries.nextSetBit(0); d >= 0; d = deliveries.nextSetBit(d + 1)) {
            int next = opponentSeeds + SideSowing.crossed(d);
            targetStart[d] = shape.blockStart(next);
            targetStrip[d] = shape.stripBytes(next);
        }
    }

    /** Whether sowings that stay at home are moves: not when the opponent has no seeds and must be fed. */
    boolean staysAllowed() {
        return opponentSeeds > 0;
    }

    long exitsStart() {
        return targetStart[SideSowing.NOTHING];
    }

    long exitsStrip() {
        return targetStrip[SideSowing.NOTHING];
    }
}
