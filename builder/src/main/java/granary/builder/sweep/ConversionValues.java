package granary.builder.sweep;

import granary.awari.Awari;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.store.RowDecoder;
import granary.builder.sweep.kernel.ArrayBlock;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.table.CaptureTable;
import granary.builder.sweep.table.Crossing;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.PredecessorTable;
import granary.builder.sweep.table.SideOrder;
import granary.game.PositionIterator;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Fills in the conversion values of a layer: for each position the best that a capture into a finished layer brings, or
 * the result when the mover has no move and the game is over.
 *
 * <p>Rows of the lower layers are read once each: all captures that leave the mover the same side read the same rows.
 * Several threads may meet on the values of one mover's side, so those are guarded by striped locks.
 */
final class ConversionValues {
    private static final int[] NO_PAIRS = {};
    private static final int LOCKS = 1024;
    private static final int SIDES_PER_TASK = 16;

    private final LayerShape shape;
    private final SideOrder order;
    private final Awari awari;
    private final MoverBlock[] blocks;
    private final PredecessorTable[] predecessors;
    private final MemorySegment conversions;
    private final LowerLayers lower;
    private final WorkerPool pool;
    private final ReentrantLock[] locks = new ReentrantLock[LOCKS];

    ConversionValues(SweepLayer layer, LowerLayers lower) {
        this(layer.shape, layer.blocks, layer.predecessors, layer.conversions, lower, layer.pool);
    }

    ConversionValues(
            LayerShape shape,
            MoverBlock[] blocks,
            PredecessorTable[] predecessors,
            MemorySegment conversions,
            LowerLayers lower,
            WorkerPool pool) {
        this.shape = shape;
        this.order = shape.order;
        this.awari = shape.awari;
        this.blocks = blocks;
        this.predecessors = predecessors;
        this.conversions = conversions;
        this.lower = lower;
        this.pool = pool;
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    /**
     * Fills all values in.
     *
     * @param monitor hears of the progress
     * @param steps how many steps of progress it is
     */
    void fill(Monitor monitor, long steps) {
        clear();
        pool.run(blocks.length, (worker, seeds) -> new EndPositions(shape, blocks[(int) seeds]).visit(this::setEnd));
        double all = 0;
        for (int leftSeeds = 0; leftSeeds + 2 <= shape.seeds; leftSeeds++) {
            all += (double) order.size(leftSeeds) * longestRow(leftSeeds);
        }
        long told = 0;
        for (int leftSeeds = 0; leftSeeds + 2 <= shape.seeds; leftSeeds++) {
            // A side's work is about proportional to the longest of its rows.
            long perSide = (long) (steps / all * longestRow(leftSeeds));
            fillCaptures(leftSeeds, monitor, perSide);
            told += perSide * order.size(leftSeeds);
        }
        monitor.advance(steps - told);
    }

    /** Returns the length of the longest row that is read of those where the side that captured has so many seeds left. */
    private int longestRow(int leftSeeds) {
        return order.size(shape.seeds - leftSeeds - 2);
    }

    private void clear() {
        long bytes = shape.workingBytes();
        long task = 1 << 22;
        pool.run((bytes + task - 1) / task, (worker, number) -> {
            long start = number * task;
            conversions.asSlice(start, Math.min(task, bytes - start)).fill(LayerShape.NO_CONVERSION);
        });
    }

    private void setEnd(MoverBlock block, int mover, int opponent, int[] board) {
        long at = block.conversions.place(mover, opponent);
        conversions.set(ValueLayout.JAVA_BYTE, at, (byte) result(board));
    }

    /** Returns the score of a position all of whose moves, if it has any, end the game. */
    private int result(int[] board) {
        int[] best = {Integer.MIN_VALUE};
        awari.moves(board, (move, captured, successor) -> {
            best[0] = Math.max(best[0], captured - awari.terminalScore(successor));
        });
        return best[0] == Integer.MIN_VALUE ? awari.terminalScore(board) : best[0];
    }

    /** All captures after which the mover's side holds so many seeds. */
    private void fillCaptures(int leftSeeds, Monitor monitor, long stepsPerSide) {
        CaptureTable[] captures = captures(shape.seeds - leftSeeds);
        int maxCaptured = Arrays.stream(captures)
                .mapToInt(CaptureTable::maxCaptured)
                .max()
                .orElse(0);
        int sides = order.size(leftSeeds);
        int longestRow = longestRow(leftSeeds);
        byte[][] rows = new byte[pool.threads()][];
        pool.run((sides + SIDES_PER_TASK - 1) / SIDES_PER_TASK, (worker, number) -> {
            if (rows[worker] == null) {
                rows[worker] = new byte[longestRow + RowDecoder.SLACK];
            }
            int from = (int) number * SIDES_PER_TASK;
            int to = Math.min(sides, from + SIDES_PER_TASK);
            // the board after such a capture, as the opponent sees it, but for his own side
            int[] left = new int[order.pits()];
            PositionIterator lefts = order.iterate(leftSeeds, from);
            for (int side = from; side < to; side++) {
                lefts.next(left);
                fillCaptures(captures, maxCaptured, leftSeeds, side, left, rows[worker]);
            }
            monitor.advance(stepsPerSide * (to - from));
        });
    }

    /** The captures of 1, 2, ... crossing seeds that make up, with those that were there, a given number. */
    private CaptureTable[] captures(int opponentSeeds) {
        CaptureTable[] captures = new CaptureTable[opponentSeeds];
        // The fewer seeds cross, the more sides they may meet: the longest task comes first.
        pool.run(captures.length, (worker, number) -> {
            int crossed = (int) number + 1;
            captures[crossed - 1] =
                    new CaptureTable(order, awari, opponentSeeds - crossed, Crossing.of(crossed, false));
        });
        return captures;
    }

    /** Returns the pairs of a {@link CaptureTable}. */
    private static int[] pairs(CaptureTable[] captures, int crossing, int captured) {
        return Crossing.endsAtHome(crossing) ? NO_PAIRS : captures[Crossing.seeds(crossing) - 1].pairs(captured);
    }

    private void fillCaptures(
            CaptureTable[] captures, int maxCaptured, int leftSeeds, int leftSide, int[] left, byte[] row) {
        PredecessorTable sowings = predecessors[leftSeeds];
        int first = sowings.first[leftSide];
        int end = sowings.first[leftSide + 1];
        for (int captured = 2; captured <= maxCaptured; captured++) {
            boolean wanted = false;
            for (int i = first; i < end; i++) {
                wanted |= pairs(captures, MoveTable.crossing(sowings.predecessor(i)), captured).length > 0;
            }
            if (!wanted) {
                continue;
            }
            int lowerSeeds = shape.seeds - captured;
            int opponentSeeds = lowerSeeds - leftSeeds;
            int skip = lower.decode(lowerSeeds, rowStart(opponentSeeds, left), order.size(opponentSeeds), row);
            for (int i = first; i < end; i++) {
                int crossing = MoveTable.crossing(sowings.predecessor(i));
                int[] pairs = pairs(captures, crossing, captured);
                if (pairs.length == 0) {
                    continue;
                }
                int mover = MoveTable.sideLeft(sowings.predecessor(i));
                ArrayBlock block = shape.block(shape.seeds - leftSeeds - Crossing.seeds(crossing));
                ReentrantLock lock = locks[(mover * 31 + crossing) & LOCKS - 1];
                lock.lock();
                try {
                    raise(conversions, block, mover, pairs, row, skip, captured);
                } finally {
                    lock.unlock();
                }
            }
        }
    }

    /** Returns where in its layer the row of the opponent's side begins: with the mover's seeds in his last pit. */
    private long rowStart(int moverSeeds, int[] opponent) {
        int[] board = new int[2 * order.pits()];
        board[order.pits() - 1] = moverSeeds;
        System.arraycopy(opponent, 0, board, order.pits(), order.pits());
        return awari.offset(board);
    }

    private static void raise(
            MemorySegment conversions, ArrayBlock block, int mover, int[] pairs, byte[] row, int skip, int captured) {
        for (int i = 0; i < pairs.length; i += 2) {
            int score = captured - row[skip + pairs[i + 1]];
            long at = block.place(mover, pairs[i]);
            // always stored: whether it is more cannot be foretold
            conversions.set(
                    ValueLayout.JAVA_BYTE, at, (byte) Math.max(score, conversions.get(ValueLayout.JAVA_BYTE, at)));
        }
    }
}
