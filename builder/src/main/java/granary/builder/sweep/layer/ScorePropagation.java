package granary.builder.sweep.layer;

import granary.builder.memory.WorkingArray;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.table.PredecessorTable;

/**
 * Propagates changes of scores. When the value of a position to the player who moved there rises, each predecessor is worth
 * at least as much to its mover. When it falls, only the predecessors with the old value are evaluated anew.
 */
public final class ScorePropagation extends ChangePropagation {
    private final WorkingArray array;
    private final PositionValues values;

    /** Uses the blocks, tables and arrays of a layer. */
    public ScorePropagation(
            MoverBlock[] blocks, PredecessorTable[] predecessors, WorkingArray values, WorkingArray conversions) {
        super(blocks, predecessors, values);
        this.array = values;
        this.values = new PositionValues(values, conversions);
    }

    @Override
    byte update(MoverBlock block, int moverSide, int opponentSide, long place, long changedAt, byte before, byte now) {
        byte value = array.get(place);
        int score = -value;
        if (now > score) {
            return (byte) -now;
        }
        return now < before && before == score ? (byte) -values.best(block, moverSide, opponentSide) : value;
    }
}
