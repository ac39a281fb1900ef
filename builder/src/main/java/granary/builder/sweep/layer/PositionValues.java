package granary.builder.sweep.layer;

import granary.builder.memory.WorkingArray;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.table.MoveTable;

/** The values of a layer, position by position. Any number of threads may use it. */
public final class PositionValues {
    private final WorkingArray values;
    private final WorkingArray conversions;

    /** Uses the arrays of a layer. */
    public PositionValues(WorkingArray values, WorkingArray conversions) {
        this.values = values;
        this.conversions = conversions;
    }

    /** Returns the value to the player who moved there. */
    public byte get(MoverBlock block, int mover, int opponent) {
        return values.get(block.values.place(opponent, mover));
    }

    /** Sets the value to the player who moved there. */
    public void set(MoverBlock block, int mover, int opponent, byte value) {
        values.set(block.values.place(opponent, mover), value);
    }

    /** Returns the best value that captures and moves inside the layer offer the mover at present. */
    public int best(MoverBlock block, int mover, int opponent) {
        int best = conversions.get(block.conversions.place(mover, opponent));
        MoveTable table = block.table;
        for (int i = table.firstMove[mover]; i < table.firstMove[mover + 1]; i++) {
            int move = table.moves[i];
            long after = block.successor(MoveTable.crossing(move), MoveTable.sideLeft(move), opponent);
            if (after >= 0) {
                best = Math.max(best, values.get(after));
            }
        }
        return best;
    }
}
