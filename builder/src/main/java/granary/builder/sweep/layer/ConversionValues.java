package granary.builder.sweep.layer;

import granary.builder.Monitor;
import granary.builder.memory.WorkingArray;
import granary.builder.rows.Crossing;
import granary.builder.store.LayerFiles;
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
import granary.builder.sweep.table.Tiles;
import granary.game.PositionIterator;
import granary.rank.Colex;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.agrona.collections.IntArrayList;

/**
 * Computes the conversion values of a layer: for each position the best value of a capture into a finished layer, or the
 * result of the game when the mover has no move.
 *
 * <p>All captures that leave the mover the same side read the same rows, one of each lower layer, and each value is written once for
 * a sowing. Each row is read once, in the order of the files, so that the disk reads ahead. Several threads may write values of one
 * mover's side, so striped locks guard them. One thread uses an instance, once; the work is done by the layer's threads.
 */
public final class ConversionValues {
    /** The phase that computes them. */
    public static final String PHASE = "conversion values";

    private static final int LOCKS = 1024;
    /** Bytes that one task clears: some tenths of a millisecond. */
    private static final long CLEARED_TOGETHER = 1 << 20;
    /** The mover's sides in one task: some milliseconds of work. */
    private static final int SIDES_PER_TASK = 1 << 6;

    private static final int DECODED_TOGETHER = 1 << 12;
    private static final long ALL_AMOUNTS = -1;

    private final Quantity quantity;
    private final SweepLayer layer;
    private final LayerShape shape;
    private final SideOrder order;
    /** Ranks the rows of files: the next mover's seeds, then the pits of the side that was left. */
    private final Colex rowOrder;

    private final WorkingArray conversions;
    private final LayerFiles lower;
    private final List<LayerPartition> partitions;
    /** The partition with such positions, by the mover's seeds; null if nothing is filled in. */
    private final LayerPartition[] partitionOf;

    private final ReentrantLock[] locks = new ReentrantLock[LOCKS];

    /** Prepares to fill in all conversion values of a quantity. */
    public ConversionValues(Quantity quantity, SweepLayer layer, LayerFiles lower) {
        this(quantity, layer, lower, LayerPartition.cut(layer.shape, Long.MAX_VALUE));
    }

    /**
     * Prepares to fill in partitions of a layer.
     *
     * @param partitions the partitions, at most one of each pair of blocks
     */
    public ConversionValues(Quantity quantity, SweepLayer layer, LayerFiles lower, List<LayerPartition> partitions) {
        this.quantity = quantity;
        this.layer = layer;
        this.shape = layer.shape;
        this.order = shape.order;
        this.rowOrder = new Colex(order.pits() + 1);
        this.conversions = layer.conversions;
        this.lower = lower;
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
        long sides = rowOrder.size(shape.seeds - 2);
        long tasks = (sides + SIDES_PER_TASK - 1) / SIDES_PER_TASK;
        Rows[] rows = new Rows[layer.pool.threads()];
        layer.pool.run(tasks, (worker, number) -> {
            rows[worker] = rows[worker] == null ? new Rows() : rows[worker];
            long from = number * SIDES_PER_TASK;
            rows[worker].fill(from, Math.min(sides, from + SIDES_PER_TASK), ALL_AMOUNTS);
            monitor.advance(steps / tasks);
        });
        monitor.advance(steps % tasks);
    }

    /** Fills in the values of the positions with which the game is over, and of those whose moves all end it. */
    public void fillEnds() {
        EndPositions.visitAll(layer, this::setEnd);
    }

    /**
     * Fills in the captures of a number of seeds that leave the mover a side, for callers that need some of the values. The places of the
     * partitions must have been cleared. Any number of threads may use it.
     *
     * @param left the mover's side after the move
     */
    public void fill(int captured, int... left) {
        int[] row = new int[left.length + 1];
        System.arraycopy(left, 0, row, 1, left.length);
        row[0] = shape.seeds - 2 - Arrays.stream(left).sum();
        long number = rowOrder.rank(row);
        new Rows().fill(number, number + 1, 1L << captured);
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
        layer.pool.run(stretches);
    }

    private void setEnd(MoverBlock block, int mover, int opponent, int[] board) {
        LayerPartition partition = partitionOf[block.moverSeeds];
        if (partition == null || !partition.has(block.moverSeeds, mover, opponent)) {
            return;
        }
        conversions.set(block.conversions.place(mover, opponent), (byte) result(board));
    }

    /** Returns the quantity of a position all of whose moves, if it has any, end the game. */
    private int result(int[] board) {
        int[] best = {Integer.MIN_VALUE};
        shape.awari.moves(board, (move, captured, successor) -> {
            int after = quantity.other().ofEnd(shape.awari.terminalScore(successor));
            best[0] = Math.max(best[0], quantity.ofCapture(captured) - after);
        });
        return best[0] == Integer.MIN_VALUE ? quantity.ofEnd(shape.awari.terminalScore(board)) : best[0];
    }

    /** Fills in the captures that leave the mover given sides. Each thread has its own. */
    private final class Rows {
        private final byte[] decoded = new byte[DECODED_TOGETHER + RowDecoder.SLACK];
        /** The gains of captures that leave the mover one side, by the rank of the side that they leave the opponent, less a number. */
        private final byte[] gains = new byte[order.size(shape.seeds - 2)];
        /** The sowings that leave the mover this side, with captures. */
        private final IntArrayList capturing = new IntArrayList();
        /** Keeps the compiler from removing the early reads. */
        @SuppressWarnings("UnusedVariable")
        private int readAhead;

        /** Fills them in for a range of sides, in the order of the files' rows, and for captured numbers of seeds, a bit each. */
        void fill(long from, long to, long amounts) {
            int[] row = new int[order.pits() + 1];
            PositionIterator rows = rowOrder.iterate(shape.seeds - 2, from);
            for (long i = from; i < to; i++) {
                rows.next(row);
                fill(row, amounts);
            }
        }

        private void fill(int[] row, long amounts) {
            int opponentSeeds = row[0] + 2;
            PredecessorTable sowings = layer.predecessors[shape.seeds - opponentSeeds];
            int leftSide = order.workIndex(row, 1);
            capturing.clear();
            long missing = 0;
            for (int i = sowings.first[leftSide]; i < sowings.first[leftSide + 1]; i++) {
                int sowing = sowings.predecessors[i];
                long losses = captures(sowing, opponentSeeds).losses & amounts;
                if (losses != 0) {
                    capturing.addInt(sowing);
                    raise(sowing, opponentSeeds, 0, 0);
                    missing |= losses;
                }
            }
            // As many rows at a time as there is room for: all of them, unless the mover has few seeds.
            while (missing != 0) {
                int begin = order.fewer(opponentSeeds - most(missing));
                int end = begin;
                while (missing != 0 && order.fewer(opponentSeeds - most(missing) + 1) - begin <= gains.length) {
                    end = order.fewer(opponentSeeds - most(missing) + 1);
                    decode(most(missing), row, opponentSeeds, begin);
                    missing ^= Long.highestOneBit(missing);
                }
                for (int i = 0; i < capturing.size(); i++) {
                    raise(capturing.getInt(i), opponentSeeds, begin, end - begin);
                }
            }
        }

        private static int most(long amounts) {
            return Long.SIZE - 1 - Long.numberOfLeadingZeros(amounts);
        }

        /** Returns the captures of a sowing: none if nothing is to be filled in. */
        private CrossingTable captures(int sowing, int opponentSeeds) {
            int crossing = MoveTable.crossing(sowing);
            int crossed = Crossing.seeds(crossing);
            int moverSeeds = shape.seeds - opponentSeeds + crossed;
            LayerPartition partition = partitionOf[moverSeeds];
            boolean isWanted = partition != null && partition.hasMover(moverSeeds, MoveTable.sideLeft(sowing));
            return layer.tables.crossings.get(opponentSeeds - crossed)[isWanted ? crossing : Crossing.NONE];
        }

        /** Finds what captures of a number of seeds bring, by the rank of the side that they leave the opponent, less a number. */
        private void decode(int captured, int[] row, int opponentSeeds, int less) {
            RowDecoder decoder = quantity.other().rows(lower, shape.seeds - captured);
            int gain = quantity.ofCapture(captured);
            int seeds = opponentSeeds - captured;
            long start = shape.awari.rowStart(seeds, row, 1);
            int length = order.size(seeds);
            int at = order.fewer(seeds) - less;
            for (int done = 0; done < length; done += DECODED_TOGETHER) {
                int count = Math.min(DECODED_TOGETHER, length - done);
                int skip = decoder.decode(start + done, count, decoded);
                for (int i = 0; i < count; i++) {
                    gains[at + done + i] = (byte) (gain - decoded[skip + i]);
                }
            }
        }

        /**
         * Raises the values before a sowing to some gains.
         *
         * @param begin what the first gain's rank is less by
         * @param count the number of gains; 0 to have the values read into the caches meanwhile
         */
        private void raise(int sowing, int opponentSeeds, int begin, int count) {
            CrossingTable table = captures(sowing, opponentSeeds);
            int mover = MoveTable.sideLeft(sowing);
            int moverSeeds = shape.seeds - opponentSeeds + Crossing.seeds(MoveTable.crossing(sowing));
            ArrayBlock block = shape.block(shape.seeds - moverSeeds);
            LayerPartition partition = partitionOf[moverSeeds];
            int stop = Math.min(table.losers.length, partition.endOpponent(moverSeeds) / Tiles.WIDTH);
            ReentrantLock lock = locks[(mover * 61 + moverSeeds) & LOCKS - 1];
            lock.lock();
            try {
                for (int tile = partition.firstOpponent(moverSeeds) / Tiles.WIDTH; tile < stop; tile++) {
                    long losers = table.losers[tile];
                    if (losers != 0) {
                        long line = conversions.at(block.place(mover, tile * Tiles.WIDTH));
                        if (count == 0) {
                            readAhead += conversions.memory.get(ValueLayout.JAVA_BYTE, line);
                        } else {
                            raise(line, losers, table.successor, tile * Tiles.WIDTH, begin, count);
                        }
                    }
                }
            } finally {
                lock.unlock();
            }
        }

        private void raise(long line, long losers, int[] successor, int first, int begin, int count) {
            MemorySegment memory = conversions.memory;
            byte[] gains = this.gains;
            for (long left = losers; left != 0; left &= left - 1) {
                int lane = Long.numberOfTrailingZeros(left);
                int gain = ~successor[first + lane] - begin;
                if (gain >= 0 && gain < count) {
                    byte value = memory.get(ValueLayout.JAVA_BYTE, line + lane);
                    // Always stored: a branch would be mispredicted.
                    memory.set(ValueLayout.JAVA_BYTE, line + lane, (byte) Math.max(gains[gain], value));
                }
            }
        }
    }
}
