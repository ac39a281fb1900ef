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
import java.util.concurrent.atomic.LongAdder;
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
    /** Positions of the longest rows in one task, and sides: some milliseconds of work. */
    private static final int POSITIONS_PER_TASK = 1 << 16;

    private static final int MAX_SIDES_PER_TASK = 1 << 12;

    private final LayerShape shape;
    private final SideOrder order;
    private final Awari awari;
    private final MoverBlock[] blocks;
    private final SideTables tables;
    private final MemorySegment conversions;
    private final LowerLayers lower;
    private final WorkerPool pool;
    /** The part of the layer that is filled in; null for all of it. */
    private final LayerPart part;

    private final ReentrantLock[] locks = new ReentrantLock[LOCKS];

    ConversionValues(SweepLayer layer, LowerLayers lower) {
        this(layer.shape, layer.blocks, layer.tables, layer.conversions, lower, layer.pool, null);
    }

    /**
     * Makes what fills in a part of a layer.
     *
     * @param part the part; null for all of it
     */
    ConversionValues(
            LayerShape shape,
            MoverBlock[] blocks,
            SideTables tables,
            MemorySegment conversions,
            LowerLayers lower,
            WorkerPool pool,
            LayerPart part) {
        this.shape = shape;
        this.order = shape.order;
        this.awari = shape.awari;
        this.blocks = blocks;
        this.tables = tables;
        this.conversions = conversions;
        this.lower = lower;
        this.pool = pool;
        this.part = part;
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
        EndPositions.visitAll(shape, blocks, pool, this::setEnd);
        // A side's work is about proportional to the longest of its rows.
        double all = 0;
        Captures[] captures = new Captures[Math.max(0, shape.seeds - 1)];
        Pieces pieces = new Pieces(captures.length);
        for (int left = 0; left < captures.length; left++) {
            captures[left] = new Captures(left);
            all += (double) order.size(left) * longestRow(left);
            pieces.add(order.size(left), Math.clamp(POSITIONS_PER_TASK / longestRow(left), 1, MAX_SIDES_PER_TASK));
        }
        double stepsPerPosition = steps / all;
        byte[][] rows = new byte[pool.threads()][];
        LongAdder told = new LongAdder();
        pieces.run(pool, (worker, left, from, to) -> {
            if (rows[worker] == null) {
                rows[worker] = new byte[longestRow(0) + RowDecoder.SLACK];
            }
            captures[left].fill(from, to, rows[worker]);
            long done = (long) (stepsPerPosition * longestRow(left) * (to - from));
            monitor.advance(done);
            told.add(done);
        });
        monitor.advance(steps - told.sum());
    }

    /** Returns the length of the longest row that is read of those where the side that captured has so many seeds left. */
    private int longestRow(int leftSeeds) {
        return order.size(shape.seeds - leftSeeds - 2);
    }

    private void clear() {
        if (part != null) {
            new PartPlaces(shape).fillConversions(part, conversions, LayerShape.NO_CONVERSION);
            return;
        }
        long bytes = shape.workingBytes();
        long task = 1 << 20;
        pool.run((bytes + task - 1) / task, (worker, number) -> {
            long start = number * task;
            conversions.asSlice(start, Math.min(task, bytes - start)).fill(LayerShape.NO_CONVERSION);
        });
    }

    private void setEnd(MoverBlock block, int mover, int opponent, int[] board) {
        if (part != null && !part.has(block.moverSeeds, mover, opponent)) {
            return;
        }
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

    /** All captures after which the mover's side holds so many seeds. Any number of threads may use it. */
    private final class Captures {
        private final int leftSeeds;
        /** For each number of seeds that cross over, what they capture; null where nothing is to be filled in. */
        private final CaptureTable[] captures;

        private final int maxCaptured;

        Captures(int leftSeeds) {
            this.leftSeeds = leftSeeds;
            int opponentSeeds = shape.seeds - leftSeeds;
            captures = new CaptureTable[opponentSeeds + 1];
            int most = 0;
            for (int crossed = 1; crossed <= opponentSeeds; crossed++) {
                if (part == null || part.hasMovers(leftSeeds + crossed)) {
                    captures[crossed] = tables.captures(opponentSeeds - crossed, crossed);
                    most = Math.max(most, captures[crossed].maxCaptured());
                }
            }
            maxCaptured = most;
        }

        /** Fills in those that leave certain sides. */
        void fill(int from, int to, byte[] row) {
            // the board after such a capture, as the opponent sees it, but for his own side
            int[] left = new int[order.pits()];
            PositionIterator lefts = order.iterate(leftSeeds, from);
            for (int side = from; side < to; side++) {
                lefts.next(left);
                fill(side, left, row);
            }
        }

        private void fill(int leftSide, int[] left, byte[] row) {
            PredecessorTable sowings = tables.predecessors()[leftSeeds];
            int first = sowings.first[leftSide];
            int end = sowings.first[leftSide + 1];
            for (int captured = 2; captured <= maxCaptured; captured++) {
                boolean wanted = false;
                for (int i = first; i < end; i++) {
                    wanted |= pairs(sowings.predecessor(i), captured).length > 0;
                }
                if (!wanted) {
                    continue;
                }
                int lowerSeeds = shape.seeds - captured;
                int opponentSeeds = lowerSeeds - leftSeeds;
                int skip = lower.decode(lowerSeeds, rowStart(opponentSeeds, left), order.size(opponentSeeds), row);
                for (int i = first; i < end; i++) {
                    int crossing = MoveTable.crossing(sowings.predecessor(i));
                    int[] pairs = pairs(sowings.predecessor(i), captured);
                    if (pairs.length == 0) {
                        continue;
                    }
                    int mover = MoveTable.sideLeft(sowings.predecessor(i));
                    int moverSeeds = leftSeeds + Crossing.seeds(crossing);
                    ArrayBlock block = shape.block(shape.seeds - moverSeeds);
                    ReentrantLock lock = locks[(mover * 61 + moverSeeds) & LOCKS - 1];
                    lock.lock();
                    try {
                        int start = part == null ? 0 : firstPair(pairs, part.firstOpponent(moverSeeds));
                        int stop = part == null ? pairs.length : firstPair(pairs, part.endOpponent(moverSeeds));
                        raise(conversions, block, mover, pairs, start, stop, row, skip, captured);
                    } finally {
                        lock.unlock();
                    }
                }
            }
        }

        /** Returns the pairs of a {@link CaptureTable}; none where nothing is to be filled in. */
        private int[] pairs(int predecessor, int captured) {
            int crossing = MoveTable.crossing(predecessor);
            boolean isWanted = part == null
                    || part.hasMover(leftSeeds + Crossing.seeds(crossing), MoveTable.sideLeft(predecessor));
            return isWanted && !Crossing.endsAtHome(crossing)
                    ? captures[Crossing.seeds(crossing)].pairs(captured)
                    : NO_PAIRS;
        }
    }

    /** Returns where in its layer the row of the opponent's side begins: with the mover's seeds in his last pit. */
    private long rowStart(int moverSeeds, int[] opponent) {
        int[] board = new int[2 * order.pits()];
        board[order.pits() - 1] = moverSeeds;
        System.arraycopy(opponent, 0, board, order.pits(), order.pits());
        return awari.offset(board);
    }

    /** Returns the index of the first pair whose side is a given one or further on: pairs are in the order of their sides. */
    private static int firstPair(int[] pairs, int side) {
        int low = 0;
        int high = pairs.length / 2;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (pairs[2 * middle] < side) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return 2 * low;
    }

    private static void raise(
            MemorySegment conversions,
            ArrayBlock block,
            int mover,
            int[] pairs,
            int from,
            int to,
            byte[] row,
            int skip,
            int captured) {
        for (int i = from; i < to; i += 2) {
            int score = captured - row[skip + pairs[i + 1]];
            long at = block.place(mover, pairs[i]);
            // always stored: whether it is more cannot be foretold
            conversions.set(
                    ValueLayout.JAVA_BYTE, at, (byte) Math.max(score, conversions.get(ValueLayout.JAVA_BYTE, at)));
        }
    }
}
