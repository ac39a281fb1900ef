package granary.builder.sweep.layer;

import granary.builder.memory.WorkingArray;
import granary.builder.sweep.kernel.DistanceCode;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.PredecessorTable;

/**
 * Propagates changes of distances, which only fall, to the positions from which an optimal move leads there. Where that
 * position's mover gains, its distance is at most one more. Where he loses, it is evaluated again if it was one more than the old
 * distance.
 */
final class DistancePropagation extends ChangePropagation {
    private final WorkingArray values;
    private final WorkingArray distances;

    DistancePropagation(
            MoverBlock[] blocks, PredecessorTable[] predecessors, WorkingArray values, WorkingArray distances) {
        super(blocks, predecessors, distances);
        this.values = values;
        this.distances = distances;
    }

    @Override
    byte update(
            MoverBlock block,
            int array,
            int moverSide,
            int opponentSide,
            long place,
            long changedAt,
            byte before,
            byte now) {
        int score = -values.get(place);
        byte distance = distances.get(place);
        if (score == 0 || values.get(changedAt) != score) {
            return distance;
        }
        if (score > 0) {
            return DistanceCode.lesser(distance, DistanceCode.before(now, score), score);
        }
        return distance == DistanceCode.before(before, score)
                ? DistanceCode.lesser(
                        distance, DistanceCode.before(latest(block, moverSide, opponentSide, score), score), score)
                : distance;
    }

    /** Returns the greatest code after optimal moves inside the layer. */
    private byte latest(MoverBlock block, int moverSide, int opponentSide, int score) {
        byte best = DistanceCode.NO_MOVE;
        MoveTable table = block.table;
        for (int i = table.firstMove[moverSide]; i < table.firstMove[moverSide + 1]; i++) {
            int move = table.moves[i];
            long after = block.successor(MoveTable.crossing(move), MoveTable.sideLeft(move), opponentSide);
            if (after >= 0 && values.get(after) == score) {
                best = (byte) Math.max(best, distances.get(after));
            }
        }
        return best;
    }
}
