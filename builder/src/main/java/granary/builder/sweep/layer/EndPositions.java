package granary.builder.sweep.layer;

import granary.builder.WorkerPool;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.SideOrder;

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
        /**
         * Visits a position.
         *
         * @param block the block
         * @param mover the mover's side
         * @param opponent the opponent's side
         * @param board the board; reused for the next position
         */
        void visit(MoverBlock block, int mover, int opponent, int[] board);
    }

    private EndPositions(LayerShape shape, MoverBlock block) {
        this.order = shape.order;
        this.block = block;
        this.board = new int[2 * order.pits()];
    }

    /** Visits such positions of all blocks, with all threads of a pool. */
    static void visitAll(LayerShape shape, MoverBlock[] blocks, WorkerPool pool, Visitor visitor) {
        RangeTasks tasks = new RangeTasks(blocks.length);
        for (MoverBlock block : blocks) {
            tasks.add(block.moverSeeds == 0 ? block.opponents : block.movers, SIDES);
        }
        tasks.run(pool, (worker, number, from, to) -> {
            EndPositions positions = new EndPositions(shape, blocks[number]);
            if (number == 0) {
                // without seeds there is no move
                for (int opponent = from; opponent < to; opponent++) {
                    positions.visit(0, opponent, visitor);
                }
            } else {
                positions.visitMovers(from, to, visitor);
            }
        });
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
                    always = contains(starved(i), opponent);
                }
                if (always) {
                    visit(mover, opponent, visitor);
                }
            }
        }
    }

    /** Returns the opponent's sides that a move leaves without seeds. */
    private int[] starved(int move) {
        return block.shifts.starved[MoveTable.crossing(block.table.moves[move])];
    }

    private static boolean contains(int[] sides, int side) {
        for (int each : sides) {
            if (each == side) {
                return true;
            }
        }
        return false;
    }

    private void visit(int mover, int opponent, Visitor visitor) {
        order.side(block.moverSeeds, mover, board, 0);
        order.side(block.opponentSeeds, opponent, board, order.pits());
        visitor.visit(block, mover, opponent, board);
    }
}
