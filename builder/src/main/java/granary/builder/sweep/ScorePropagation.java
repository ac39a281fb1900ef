package granary.builder.sweep;

import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.PredecessorTable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Propagates changes of scores. When the value of a position to the player who moved there rises, its predecessors are
 * worth at least as much to the player who moves there. When it falls, only those are evaluated anew that stood at the
 * old value.
 */
final class ScorePropagation extends ChangePropagation {
    private final MemorySegment values;
    private final MemorySegment conversions;

    ScorePropagation(
            MoverBlock[] blocks, PredecessorTable[] predecessors, MemorySegment values, MemorySegment conversions) {
        super(blocks, predecessors, values);
        this.values = values;
        this.conversions = conversions;
    }

    @Override
    byte update(MoverBlock block, int moverSide, int opponentSide, long place, long changedAt, byte before, byte now) {
        byte value = values.get(ValueLayout.JAVA_BYTE, place);
        int score = -value;
        if (now > score) {
            return (byte) -now;
        }
        return now < before && before == score ? (byte) -best(block, moverSide, opponentSide) : value;
    }

    /** Returns the best that conversions and moves inside the layer offer the mover now. */
    private int best(MoverBlock block, int moverSide, int opponentSide) {
        int best = conversions.get(ValueLayout.JAVA_BYTE, block.conversions.place(moverSide, opponentSide));
        MoveTable table = block.table;
        for (int i = table.firstMove[moverSide]; i < table.firstMove[moverSide + 1]; i++) {
            int move = table.moves[i];
            long after = block.successor(MoveTable.crossing(move), MoveTable.sideLeft(move), opponentSide);
            if (after >= 0) {
                best = Math.max(best, values.get(ValueLayout.JAVA_BYTE, after));
            }
        }
        return best;
    }
}
