package granary.builder.sweep.layer;

import granary.awari.Awari;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.memory.WorkingArray;
import granary.builder.rows.Crossing;
import granary.builder.store.LayerSource;
import granary.builder.store.Quantity;
import granary.builder.store.RowDecoder;
import granary.builder.sweep.kernel.ArrayBlock;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.partition.LayerPartition;
import granary.builder.sweep.partition.PartitionPlaces;
import granary.builder.sweep.table.CrossingTable;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.PredecessorTable;
import granary.builder.sweep.table.SideOrder;
import granary.game.PositionIterator;
import granary.rank.Colex;
import granary.rank.ColexIterator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Computes the conversion values of a layer: for each position the best value of a capture into a finished layer, or the
 * result of the game when the mover has no move.
 *
 * <p>Each row of the lower layers is read once, in the order of the files, so that the disk reads ahead: all captures that
 * leave the mover the same side read the same rows. Several threads may write values of one mover's side, so striped locks guard
 * them. One thread uses an instance, once; the work is done by the layer's threads.
 */
public final class ConversionValues {
    /** The phase that computes them. */
    public static final String PHASE = "conversion values";

    private static final int[] NO_PAIRS = {};
    private static final int LOCKS = 1024;
    /** Bytes that one task clears: some tenths of a millisecond. */
    private static final long CLEARED_TOGETHER = 1 << 20;
    /** Rows in one task: some milliseconds of work. */
    public static final int ROWS_PER_TASK = 1 << 8;

    private final Quantity quantity;
    private final LayerShape shape;
    private final SideOrder order;
    private final Awari awari;
    private final MoverBlock[] blocks;
    private final SideTables tables;
    private final WorkingArray conversions;
    private final LayerSource lower;
    private final WorkerPool pool;
    /** The partitions of the layer that are filled in. */
    private final List<LayerPartition> partitions;
    /** The partition with such positions, by the mover's seeds; null where nothing is filled in. */
    private final LayerPartition[] partitionOf;

    private final ReentrantLock[] locks = new ReentrantLock[LOCKS];

    /** Prepares to fill in all conversion values of a layer's scores. */
    public ConversionValues(SweepLayer layer, LayerSource lower) {
        this(Quantity.SCORE, layer, lower);
    }

    /** Prepares to fill in all conversion values of a quantity. */
    public ConversionValues(Quantity quantity, SweepLayer layer, LayerSource lower) {
        this(
                quantity,
                layer.shape,
                layer.blocks,
                layer.tables,
                layer.conversions,
                lower,
                layer.pool,
                LayerPartition.cut(layer.shape, Long.MAX_VALUE));
    }

    /**
     * Makes what fills in partitions of a layer.
     *
     * @param partitions the partitions, at most one of each pair of blocks
     */
    public ConversionValues(SweepLayer layer, LayerSource lower, List<LayerPartition> partitions) {
        this(layer.shape, layer.blocks, layer.tables, layer.conversions, lower, layer.pool, partitions);
    }

    /**
     * Makes what fills in partitions of a layer.
     *
     * @param partitions the partitions, at most one of each pair of blocks
     */
    public ConversionValues(
            LayerShape shape,
            MoverBlock[] blocks,
            SideTables tables,
            WorkingArray conversions,
            LayerSource lower,
            WorkerPool pool,
            List<LayerPartition> partitions) {
        this(Quantity.SCORE, shape, blocks, tables, conversions, lower, pool, partitions);
    }

    private ConversionValues(
            Quantity quantity,
            LayerShape shape,
            MoverBlock[] blocks,
            SideTables tables,
            WorkingArray conversions,
            LayerSource lower,
            WorkerPool pool,
            List<LayerPartition> partitions) {
        this.quantity = quantity;
        this.shape = shape;
        this.order = shape.order;
        this.awari = shape.awari;
        this.blocks = blocks;
        this.tables = tables;
        this.conversions = conversions;
        this.lower = lower;
        this.pool = pool;
        this.partitions = partitions;
        this.partitionOf = new LayerPartition[shape.seeds + 1];
        for (LayerPartition partition : partitions) {
            partitionOf[partition.more()] = partition;
            partitionOf[partition.fewer()] = partition;
        }
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    /**
     * Computes all values.
     *
     * @param monitor notified of progress
     * @param steps the steps of progress to report
     */
    public void fill(Monitor monitor, long steps) {
        clear();
        fillEnds();
        if (shape.seeds < 2) {
            monitor.advance(steps);
            return;
        }
        Captures[] captures = captures();
        RangeTasks tasks = new RangeTasks(captures.length);
        Colex rowOrder = new Colex(order.pits() + 1);
        double all = 0;
        for (int lowerSeeds = shape.seeds - 2; lowerSeeds >= 0; lowerSeeds--) {
            tasks.add(Math.toIntExact(rowOrder.size(lowerSeeds)), ROWS_PER_TASK);
            all += awari.size(lowerSeeds);
        }
        double stepsPerPosition = steps / all;
        byte[][] rows = new byte[pool.threads()][];
        LongAdder told = new LongAdder();
        tasks.run(pool, (worker, number, from, to) -> {
            if (rows[worker] == null) {
                rows[worker] = new byte[order.size(shape.seeds - 2) + RowDecoder.SLACK];
            }
            long positions = fill(number + 2, captures, from, to, rows[worker]);
            long done = (long) (stepsPerPosition * positions);
            monitor.advance(done);
            told.add(done);
        });
        monitor.advance(steps - told.sum());
    }

    /** Fills in the values of the positions with which the game is over, and of those whose moves all end it. */
    public void fillEnds() {
        EndPositions.visitAll(shape, blocks, pool, this::setEnd);
    }

    private Captures[] captures() {
        Captures[] captures = new Captures[shape.seeds - 1];
        Arrays.setAll(captures, Captures::new);
        return captures;
    }

    /**
     * Returns a task that fills in the captures that lead into some rows, for callers that need some of the values.
     *
     * <p>The places of the partitions must have been cleared. Any number of threads may use it.
     */
    public RowFilling rows() {
        Captures[] captures = captures();
        int longest = order.size(shape.seeds - 2) + RowDecoder.SLACK;
        return (captured, from, to) -> fill(captured, captures, from, to, new byte[longest]);
    }

    /** Fills in the captures that lead into rows. */
    public interface RowFilling {
        /**
         * Fills them in.
         *
         * @param captured how many seeds they capture, 2 or more
         * @param from the number of the first row in the lower layer
         * @param to the number after the last row
         * @return the positions of the rows
         */
        long fill(int captured, int from, int to);
    }

    /** Fills in the captures of a number of seeds that lead into some rows of the lower layer, and returns the length of these. */
    private long fill(int captured, Captures[] captures, int from, int to, byte[] buffer) {
        int lowerSeeds = shape.seeds - captured;
        int[] row = new int[order.pits() + 1];
        PositionIterator rows = new ColexIterator(new Colex(row.length), lowerSeeds, from);
        long start = -1;
        long first = 0;
        for (int i = from; i < to; i++) {
            rows.next(row);
            if (start < 0) {
                start = awari.rowStart(row[0], row, 1);
                first = start;
            }
            int length = order.size(row[0]);
            captures[lowerSeeds - row[0]].fill(captured, order.workIndex(row, 1), start, length, buffer);
            start += length;
        }
        return start - first;
    }

    private void clear() {
        PartitionPlaces places = new PartitionPlaces(shape);
        List<Runnable> stretches = new ArrayList<>();
        for (LayerPartition partition : partitions) {
            places.conversions(partition, (array, file, bytes) -> {
                for (long at = 0; at < bytes; at += CLEARED_TOGETHER) {
                    long place = array + at;
                    long length = Math.min(CLEARED_TOGETHER, bytes - at);
                    stretches.add(() -> conversions.fill(place, length, LayerShape.NO_CONVERSION));
                }
            });
        }
        pool.run(
                stretches.size(),
                (worker, number) -> stretches.get((int) number).run());
    }

    private void setEnd(MoverBlock block, int mover, int opponent, int[] board) {
        LayerPartition partition = partitionOf[block.moverSeeds];
        if (partition == null || !partition.has(block.moverSeeds, mover, opponent)) {
            return;
        }
        long at = block.conversions.place(mover, opponent);
        conversions.set(at, (byte) result(board));
    }

    /** Returns the quantity of a position all of whose moves, if it has any, end the game. */
    private int result(int[] board) {
        int[] best = {Integer.MIN_VALUE};
        awari.moves(board, (move, captured, successor) -> {
            int after = quantity.other().ofEnd(awari.terminalScore(successor));
            best[0] = Math.max(best[0], quantity.ofCapture(captured) - after);
        });
        return best[0] == Integer.MIN_VALUE ? quantity.ofEnd(awari.terminalScore(board)) : best[0];
    }

    /** All captures after which the mover's side holds a number of seeds. Any number of threads may use it. */
    private final class Captures {
        private final int leftSeeds;
        /** The captures, by the number of seeds that cross over; null where nothing is to be filled in. */
        private final CrossingTable[] captures;

        private final int maxCaptured;

        Captures(int leftSeeds) {
            this.leftSeeds = leftSeeds;
            int opponentSeeds = shape.seeds - leftSeeds;
            captures = new CrossingTable[opponentSeeds + 1];
            int most = 0;
            for (int crossed = 1; crossed <= opponentSeeds; crossed++) {
                CrossingTable table = tables.crossings(opponentSeeds - crossed)[Crossing.of(crossed, false)];
                if (table != null && partitionOf[leftSeeds + crossed] != null) {
                    captures[crossed] = table;
                    most = Math.max(most, table.maxCaptured());
                }
            }
            maxCaptured = most;
        }

        /**
         * Fills in the captures of a number of seeds that leave the mover a side.
         *
         * @param start rank of the row in its layer
         * @param length the row's length
         */
        void fill(int captured, int leftSide, long start, int length, byte[] row) {
            if (captured > maxCaptured) {
                return;
            }
            PredecessorTable sowings = tables.predecessors()[leftSeeds];
            int first = sowings.first[leftSide];
            int end = sowings.first[leftSide + 1];
            boolean wanted = false;
            for (int i = first; i < end && !wanted; i++) {
                wanted = pairs(sowings.predecessor(i), captured).length > 0;
            }
            if (!wanted) {
                return;
            }
            int skip = quantity.other().rows(lower, shape.seeds - captured).decode(start, length, row);
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
                    LayerPartition partition = partitionOf[moverSeeds];
                    int begin = firstPair(pairs, partition.firstOpponent(moverSeeds));
                    int stop = firstPair(pairs, partition.endOpponent(moverSeeds));
                    raise(conversions, block, mover, pairs, begin, stop, row, skip, quantity.ofCapture(captured));
                } finally {
                    lock.unlock();
                }
            }
        }

        /** Returns {@link CrossingTable#pairs}; none where nothing is to be filled in. */
        private int[] pairs(int predecessor, int captured) {
            int crossing = MoveTable.crossing(predecessor);
            int moverSeeds = leftSeeds + Crossing.seeds(crossing);
            LayerPartition partition = partitionOf[moverSeeds];
            boolean isWanted = partition != null && partition.hasMover(moverSeeds, MoveTable.sideLeft(predecessor));
            return isWanted && !Crossing.endsAtHome(crossing)
                    ? captures[Crossing.seeds(crossing)].pairs(captured)
                    : NO_PAIRS;
        }
    }

    /** Returns the index of the first pair whose side is at least {@code side}: pairs are sorted by side. */
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
            WorkingArray conversions,
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
            // Always stored: a branch would be mispredicted.
            conversions.set(at, (byte) Math.max(score, conversions.get(at)));
        }
    }
}
