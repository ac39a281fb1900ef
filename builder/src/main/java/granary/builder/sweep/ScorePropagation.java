package granary.builder.sweep;

import granary.builder.memory.WorkingArray;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.PredecessorTable;

/**
 * Propagates changes of scores. When the value of a position to the player who moved there rises, its predecessors are
 * worth at least as much to the player who moves there. When it falls, only those are evaluated anew that stood at the
 * old value.
 */
final class ScorePropagation extends ChangePropagation {
    private final WorkingArray values;
    private final WorkingArray conversions;

    ScorePropagation(
            MoverBlock[] blocks, PredecessorTable[] predecessors, WorkingArray values, WorkingArray conversions) {
        super(blocks, predecessors, values);
        this.values = values;
        this.conversions = conversions;
    }

    @Override
    byte update(MoverBlock block, int moverSide, int opponentSide, long place, long changedAt, byte before, byte now) {
        byte value = values.get(place);
        int score = -value;
        if (now > score) {
            return (byte) -now;
        }
        return now < before && before == score ? (byte) -best(block, moverSide, opponentSide) : value;
    }

    /** Returns the best that conversions and moves inside the layer offer the mover now. */
    private int best(MoverBlock block, int moverSide, int opponentSide) {
        int best = conversions.get(block.conversions.place(moverSide, opponentSide));
        MoveTable table = block.table;
        for (int i = table.firstMove[moverSide]; i < table.firstMove[moverSide + 1]; i++) {
            int move = table.moves[i];
            long after = block.successor(MoveTable.crossing(move), MoveTable.sideLeft(move), opponentSide);
            if (after >= 0) {
                best = Math.max(best, values.get(after));
            }
        }
        return best;
    }
}
