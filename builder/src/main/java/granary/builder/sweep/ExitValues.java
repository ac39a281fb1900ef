package granary.builder.sweep;

import granary.awari.RuleSet;
import granary.builder.WorkerPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Fills the exits array of a layer: for each position the best that a capture into a finished layer brings, or the
 * result when the mover has no move.
 *
 * <p>Rows of the lower layers are read once each: all captures that leave the mover the same side read the same rows.
 * Several threads may meet on the exits of one mover's side, so those are guarded by striped locks.
 */
final class ExitValues {
    private static final int LOCKS = 1024;
    private static final int SIDES_A_PIECE = 16;

    private final LayerShape shape;
    private final SideOrder order;
    private final RuleSet rules;
    private final MoverBlock[] blocks;
    private final MemorySegment exits;
    private final LowerLayers lower;
    private final PackedScores[] packings;
    private final WorkerPool team;
    private final ReentrantLock[] locks = new ReentrantLock[LOCKS];

    ExitValues(
            LayerShape shape,
            RuleSet rules,
            MoverBlock[] blocks,
            MemorySegment exits,
            LowerLayers lower,
            PackedScores[] packings,
            WorkerPool team) {
        this.shape = shape;
        this.order = shape.order;
        this.rules = rules;
        this.blocks = blocks;
        this.exits = exits;
        this.lower = lower;
        this.packings = packings;
        this.team = team;
        for (int i = 0; i < LOCKS; i++) {
            locks[i] = new ReentrantLock();
        }
    }

    void fill() {
        clear();
        team.run(blocks.length, (worker, seeds) -> fillEnds(blocks[(int) seeds]));
        for (int leftSeeds = 0; leftSeeds + 2 <= shape.seeds; leftSeeds++) {
            fillCaptures(leftSeeds);
        }
    }

    private void clear() {
        long bytes = shape.workingBytes();
        long piece = 1 << 22;
        team.run((bytes + piece - 1) / piece, (worker, number) -> {
            long start = number * piece;
            exits.asSlice(start, Math.min(piece, bytes - start)).fill(LayerShape.NO_EXIT);
        });
    }

    /** Positions whose mover has no move, or none but such as leave the opponent without seeds. */
    private void fillEnds(MoverBlock block) {
        int seeds = shape.seeds;
        if (block.moverSeeds == 0) {
            for (int opponent = 0; opponent < block.opponents; opponent++) {
                setExit(block, 0, opponent, -seeds);
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
                if (MoveTable.delivery(move) == SideSowing.NOTHING) {
                    all = block.opponentSeeds == 0;
                } else {
                    candidates = block.shifts.strippedSides[MoveTable.delivery(move)];
                    all = candidates != null;
                }
            }
            if (!all) {
                continue;
            }
            if (candidates == null) {
                setExit(block, mover, 0, result);
                continue;
            }
            for (int opponent : candidates) {
                if (stripsAlways(block, mover, opponent)) {
                    setExit(block, mover, opponent, result);
                }
            }
        }
    }

    private static boolean stripsAlways(MoverBlock block, int mover, int opponent) {
        MoveTable table = block.table;
        for (int i = table.firstMove[mover]; i < table.firstMove[mover + 1]; i++) {
            int delivery = MoveTable.delivery(table.moves[i]);
            if (delivery != SideSowing.NOTHING && !contains(block.shifts.strippedSides[delivery], opponent)) {
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

    private void setExit(MoverBlock block, int mover, int opponent, int score) {
        exits.set(ValueLayout.JAVA_BYTE, shape.offset(block.opponentSeeds, mover, opponent), (byte) score);
    }

    /** All captures after which the mover's side holds so many seeds. */
    private void fillCaptures(int leftSeeds) {
        CaptureLists lists = new CaptureLists(order, rules, shape.seeds, leftSeeds, team);
        int sides = order.size(leftSeeds);
        int longestRow = order.size(shape.seeds - leftSeeds - 2);
        byte[][] rows = new byte[team.threads()][];
        team.run((sides + SIDES_A_PIECE - 1) / SIDES_A_PIECE, (worker, number) -> {
            if (rows[worker] == null) {
                rows[worker] = new byte[longestRow + PackedScores.SLACK];
            }
            int from = (int) number * SIDES_A_PIECE;
            int to = Math.min(sides, from + SIDES_A_PIECE);
            int[] left = new int[order.pits()];
            order.sideAt(leftSeeds, from, left);
            Origins origins = new Origins(order, lists.maxCrossed());
            for (int side = from; side < to; side++) {
                origins.find(left);
                if (origins.count > 0) {
                    fillCaptures(lists, left, leftSeeds, origins, rows[worker]);
                }
                order.next(left);
            }
        });
    }

    private void fillCaptures(CaptureLists lists, int[] left, int leftSeeds, Origins origins, byte[] row) {
        for (int captured = 2; captured <= lists.maxCaptured(); captured++) {
            boolean wanted = false;
            for (int i = 0; i < origins.count; i++) {
                wanted |= lists.pairs(origins.crossed[i], captured).length > 0;
            }
            if (!wanted) {
                continue;
            }
            int lowerSeeds = shape.seeds - captured;
            int opponentSeeds = lowerSeeds - leftSeeds;
            int skip = packings[lowerSeeds].unpack(
                    lower.packed(lowerSeeds),
                    order.rowStart(lowerSeeds, left, leftSeeds),
                    order.size(opponentSeeds),
                    row);
            for (int i = 0; i < origins.count; i++) {
                int crossed = origins.crossed[i];
                int[] pairs = lists.pairs(crossed, captured);
                if (pairs.length == 0) {
                    continue;
                }
                int mover = origins.mover[i];
                int x = shape.seeds - leftSeeds - crossed;
                ReentrantLock lock = locks[(mover * 31 + crossed) & LOCKS - 1];
                lock.lock();
                try {
                    raise(exits, shape.offset(x, mover, 0), shape.stripBytes(x), pairs, row, skip, captured);
                } finally {
                    lock.unlock();
                }
            }
        }
    }

    private static void raise(
            MemorySegment exits, long line, long strip, int[] pairs, byte[] row, int skip, int captured) {
        for (int i = 0; i < pairs.length; i += 2) {
            int side = pairs[i];
            int score = captured - row[skip + pairs[i + 1]];
            long at = line + side / Tiles.WIDTH * strip + side % Tiles.WIDTH;
            // always stored: whether it is more cannot be foretold
            exits.set(ValueLayout.JAVA_BYTE, at, (byte) Math.max(score, exits.get(ValueLayout.JAVA_BYTE, at)));
        }
    }

    /** The sides of the mover from which a sowing that ends on the opponent's side leaves a given side. */
    private static final class Origins {
        private final SideOrder order;
        private final int maxCrossed;
        private final int[] before;
        final int[] mover;
        final int[] crossed;
        int count;

        Origins(SideOrder order, int maxCrossed) {
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
