package granary.builder.sweep.outofcore;

import granary.builder.rows.Crossing;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.kernel.TileKernels;
import granary.builder.sweep.layer.PositionValues;
import granary.builder.sweep.layer.SweepLayer;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.PredecessorTable;

/** Finds the {@link Candidates} that changes make. An instance belongs to one thread. */
final class CandidateFinder {
    private static final int BUFFER = 1 << 10;

    static final long HEAP_BYTES = BUFFER * Long.BYTES;

    private final MoverBlock[] blocks;
    private final PredecessorTable[] predecessors;
    private final PositionValues values;
    private final Candidates candidates;
    private final long[] found = new long[BUFFER];
    private int count;

    CandidateFinder(SweepLayer layer, PositionValues values, Candidates candidates) {
        this.blocks = layer.blocks;
        this.predecessors = layer.predecessors;
        this.values = values;
        this.candidates = candidates;
    }

    /**
     * Adds those that the change of a position makes, sooner or later.
     *
     * @param before its value until then
     */
    void changed(MoverBlock block, int mover, int opponent, byte before) {
        byte now = values.get(block, mover, opponent);
        if (Math.abs(now) < Math.abs(before)) { // after an interruption: one was written when the other was not
            candidates.giveUp();
            return;
        }
        int level = now > 0 ? now : before;
        PredecessorTable table = predecessors[block.opponentSeeds];
        for (int i = table.first[opponent]; i < table.first[opponent + 1]; i++) {
            int predecessor = table.predecessors[i];
            int crossing = MoveTable.crossing(predecessor);
            int crossed = Crossing.seeds(crossing);
            if (crossed <= block.moverSeeds) {
                MoverBlock from = blocks[block.opponentSeeds + crossed];
                int side = from.sideBefore(crossing, mover);
                if (side >= 0) {
                    add(Candidates.code(from.moverSeeds, MoveTable.sideLeft(predecessor), side, level));
                }
            }
        }
    }

    /** Adds those that the changes of a tile make, which the kernels know. */
    void changed(MoverBlock block, int firstMover, int firstOpponent, int opponents, TileKernels kernels) {
        if (!candidates.isComplete()) {
            return;
        }
        kernels.forEachChange(
                opponents, (column, line, before) -> changed(block, firstMover + column, firstOpponent + line, before));
    }

    private void add(long code) {
        if (count == BUFFER) {
            flush();
        }
        found[count++] = code;
    }

    /** Adds what has not been added yet. */
    void flush() {
        candidates.add(found, count);
        count = 0;
    }
}
