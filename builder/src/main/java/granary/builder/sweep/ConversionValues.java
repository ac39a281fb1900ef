package granary.builder.sweep;

import granary.awari.RuleSet;
import granary.builder.WorkerPool;
import granary.builder.store.RowDecoder;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.table.CaptureLists;
import granary.builder.sweep.table.Crossing;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.SideOrder;
import granary.builder.sweep.table.SideSowing;
import granary.builder.sweep.table.Tiles;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Fills in the conversion values of a layer: for each position the best that a capture into a finished layer brings, or
 * the result when the mover has no move and the game is over.
 *
 * <p>Rows of the lower layers are read once each: all captures that leave the mover the same side read the same rows.
 * Several threads may meet on the values of one mover's side, so those are guarded by striped locks.
 */
final class ConversionValues {
    private static final int LOCKS = 1024;
    private static final int SIDES_PER_TASK = 16;

    private final LayerShape shape;
    private final SideOrder order;
    private final RuleSet rules;
    private final MoverBlock[] blocks;
    private final MemorySegment conversions;
    private final LowerLayers lower;
    private final WorkerPool pool;
    private final ReentrantLock[] locks = new ReentrantLock[LOCKS];

    ConversionValues(
            LayerShape shape,
            RuleSet rules,
            MoverBlock[] blocks,
            MemorySegment conversions,
            LowerLayers lower,
            WorkerPool pool) {
        this.shape = shape;
        this.order = shape.order;
        this.rules = rules;
        this.blocks = blocks;
        this.conversions = conversions;
        this.lower = lower;
        this.pool = pool;
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    void fill() {
        clear();
        pool.run(blocks.length, (worker, seeds) -> fillEnds(blocks[(int) seeds]));
        for (int leftSeeds = 0; leftSeeds + 2 <= shape.seeds; leftSeeds++) {
            fillCaptures(leftSeeds);
        }
    }

    private void clear() {
        long bytes = shape.workingBytes();
        long task = 1 << 22;
        pool.run((bytes + task - 1) / task, (worker, number) -> {
            long start = number * task;
            conversions.asSlice(start, Math.min(task, bytes - start)).fill(LayerShape.NO_CONVERSION);
        });
    }

    /** Positions whose mover has no move, or none but such as leave the opponent without seeds: the game ends. */
    private void fillEnds(MoverBlock block) {
        int seeds = shape.seeds;
        if (block.moverSeeds == 0) {
            for (int opponent = 0; opponent < block.opponents; opponent++) {
                setConversion(block, 0, opponent, -seeds);
            }
            return;
        }
        MoveTable table = block.table;
        int result = rules == RuleSet.STRICT ? -seeds : seeds;
        for (int mover = 0; mover < block.movers; mover++) {
            boolean all = true;
            int[] candidates = null;
            for (int i = table.firstMove[mover]; i < table.firstMove[mover + 1] && all; i++) {
                int move = table.moves[i];
                if (MoveTable.crossing(move) == Crossing.NONE) {
                    all = block.opponentSeeds == 0;
                } else {
                    candidates = block.shifts.grandSlams[MoveTable.crossing(move)];
                    all = candidates != null;
                }
            }
            if (!all) {
                continue;
            }
            if (candidates == null) {
                setConversion(block, mover, 0, result);
                continue;
            }
            for (int opponent : candidates) {
                if (isAlwaysGrandSlam(block, mover, opponent)) {
                    setConversion(block, mover, opponent, result);
                }
            }
        }
    }

    private static boolean isAlwaysGrandSlam(MoverBlock block, int mover, int opponent) {
        MoveTable table = block.table;
        for (int i = table.firstMove[mover]; i < table.firstMove[mover + 1]; i++) {
            int crossing = MoveTable.crossing(table.moves[i]);
            if (crossing != Crossing.NONE && !contains(block.shifts.grandSlams[crossing], opponent)) {
                return false;
            }
        }
        return true;
    }

    private static boolean contains(int[] sides, int side) {
        for (int each : sides) {
            if (each == side) {
                return true;
            }
        }
        return false;
    }

    private void setConversion(MoverBlock block, int mover, int opponent, int score) {
        conversions.set(ValueLayout.JAVA_BYTE, shape.offset(block.opponentSeeds, mover, opponent), (byte) score);
    }

    /** All captures after which the mover's side holds so many seeds. */
    private void fillCaptures(int leftSeeds) {
        CaptureLists lists = new CaptureLists(order, rules, shape.seeds, leftSeeds, pool);
        int sides = order.size(leftSeeds);
        int longestRow = order.size(shape.seeds - leftSeeds - 2);
        byte[][] rows = new byte[pool.threads()][];
        pool.run((sides + SIDES_PER_TASK - 1) / SIDES_PER_TASK, (worker, number) -> {
            if (rows[worker] == null) {
                rows[worker] = new byte[longestRow + RowDecoder.SLACK];
            }
            int from = (int) number * SIDES_PER_TASK;
            int to = Math.min(sides, from + SIDES_PER_TASK);
            int[] left = new int[order.pits()];
            order.sideAt(leftSeeds, from, left);
            Predecessors predecessors = new Predecessors(order, lists.maxCrossed());
            for (int side = from; side < to; side++) {
                predecessors.find(left);
                if (predecessors.count > 0) {
                    fillCaptures(lists, left, leftSeeds, predecessors, rows[worker]);
                }
                order.next(left);
            }
        });
    }

    private void fillCaptures(CaptureLists lists, int[] left, int leftSeeds, Predecessors predecessors, byte[] row) {
        for (int captured = 2; captured <= lists.maxCaptured(); captured++) {
            boolean wanted = false;
            for (int i = 0; i < predecessors.count; i++) {
                wanted |= lists.pairs(predecessors.crossed[i], captured).length > 0;
            }
            if (!wanted) {
                continue;
            }
            int lowerSeeds = shape.seeds - captured;
            int opponentSeeds = lowerSeeds - leftSeeds;
            int skip = lower.decode(
                    lowerSeeds, order.rowStart(lowerSeeds, left, leftSeeds), order.size(opponentSeeds), row);
            for (int i = 0; i < predecessors.count; i++) {
                int crossed = predecessors.crossed[i];
                int[] pairs = lists.pairs(crossed, captured);
                if (pairs.length == 0) {
                    continue;
                }
                int mover = predecessors.mover[i];
                int x = shape.seeds - leftSeeds - crossed;
                ReentrantLock lock = locks[(mover * 31 + crossed) & LOCKS - 1];
                lock.lock();
                try {
                    raise(conversions, shape.offset(x, mover, 0), shape.stripBytes(x), pairs, row, skip, captured);
                } finally {
                    lock.unlock();
                }
            }
        }
    }

    private static void raise(
            MemorySegment conversions, long line, long strip, int[] pairs, byte[] row, int skip, int captured) {
        for (int i = 0; i < pairs.length; i += 2) {
            int side = pairs[i];
            int score = captured - row[skip + pairs[i + 1]];
            long at = line + side / Tiles.WIDTH * strip + side % Tiles.WIDTH;
            // always stored: whether it is more cannot be foretold
            conversions.set(
                    ValueLayout.JAVA_BYTE, at, (byte) Math.max(score, conversions.get(ValueLayout.JAVA_BYTE, at)));
        }
    }

    /** The sides of the mover from which a sowing that ends on the opponent's side leaves a given side. */
    private static final class Predecessors {
        private final SideOrder order;
        private final int maxCrossed;
        private final int[] before;
        final int[] mover;
        final int[] crossed;
        int count;

        Predecessors(SideOrder order, int maxCrossed) {
            this.order = order;
            this.maxCrossed = maxCrossed;
            before = new int[order.pits()];
            mover = new int[order.pits() * (maxCrossed + 1)];
            crossed = new int[mover.length];
        }

        void find(int[] left) {
            count = 0;
            for (int pit = 0; pit < left.length; pit++) {
                for (int seeds = 1; seeds <= maxCrossed; seeds++) {
                    if (!SideSowing.unsow(left, pit, seeds, before)) {
                        break;
                    }
                    mover[count] = order.workIndex(before);
                    crossed[count++] = seeds;
                }
            }
        }
    }
}
