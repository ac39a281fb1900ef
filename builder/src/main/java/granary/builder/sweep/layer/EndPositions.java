package granary.builder.sweep.layer;

import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.SideOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Visits the positions of a block in which the game is over, or is over after any move: the mover has no move, or all his
 * moves leave the opponent without seeds.
 */
final class EndPositions {
    /** Sides in one task: some milliseconds of work. */
    private static final int SIDES = 1 << 11;

    private final SideOrder order;
    private final MoverBlock block;
    private final int[] board;

    /** Is called for each such position, by any thread. */
    interface Visitor {
        /** Visits a position, by its sides and its board, which is reused. */
        void visit(MoverBlock block, int mover, int opponent, int[] board);
    }

    private EndPositions(SideOrder order, MoverBlock block) {
        this.order = order;
        this.block = block;
        this.board = new int[2 * order.pits()];
    }

    /** Visits such positions of all blocks, with all threads of a layer. */
    static void visitAll(SweepLayer layer, Visitor visitor) {
        List<Runnable> tasks = new ArrayList<>();
        for (MoverBlock block : layer.blocks) {
            int sides = block.moverSeeds == 0 ? block.opponents : block.movers;
            for (int from = 0; from < sides; from += SIDES) {
                int start = from;
                int end = Math.min(sides, from + SIDES);
                tasks.add(() -> new EndPositions(layer.shape.order, block).visit(start, end, visitor));
            }
        }
        layer.pool.run(tasks);
    }

    private void visit(int from, int to, Visitor visitor) {
        if (block.moverSeeds == 0) { // no move
            for (int opponent = from; opponent < to; opponent++) {
                visitPosition(0, opponent, visitor);
            }
        } else {
            visitMovers(from, to, visitor);
        }
    }

    private void visitMovers(int from, int to, Visitor visitor) {
        MoveTable table = block.table;
        for (int mover = from; mover < to; mover++) {
            int first = table.firstMove[mover];
            int end = table.firstMove[mover + 1];
            int[] candidates = starved(first);
            for (int i = first + 1; i < end && candidates.length > 0; i++) {
                if (starved(i).length < candidates.length) {
                    candidates = starved(i);
                }
            }
            for (int opponent : candidates) {
                boolean always = true;
                for (int i = first; i < end && always; i++) {
                    always = Arrays.binarySearch(starved(i), opponent) >= 0;
                }
                if (always) {
                    visitPosition(mover, opponent, visitor);
                }
            }
        }
    }

    /** Returns the opponent's sides that a move leaves without seeds, ascending. */
    private int[] starved(int move) {
        return block.crossings[MoveTable.crossing(block.table.moves[move])].starved;
    }

    private void visitPosition(int mover, int opponent, Visitor visitor) {
        order.side(block.moverSeeds, mover, board, 0);
        order.side(block.opponentSeeds, opponent, board, order.pits());
        visitor.visit(block, mover, opponent, board);
    }
}
