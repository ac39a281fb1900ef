package granary.builder.sweep;

import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.table.Crossing;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.PredecessorTable;
import granary.builder.sweep.table.ShiftTable;
import granary.builder.sweep.table.Tiles;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Propagates single changes to the positions that they affect, instead of sweeping over everything. An instance belongs
 * to one thread.
 *
 * <p>When the value of a position to the player who moved there rises, its predecessors are worth at least as much to
 * the player who moves there. When it falls, only those are evaluated anew that stood at the old value. Changes wait in a queue of bounded size;
 * those that do not fit are forgotten, for the sweep that ends the work finds whatever is not yet settled.
 *
 * <p>Nearly every step misses the caches, so the queue is worked off in batches: first all predecessors are
 * looked up, reads that do not wait for one another, then they are dealt with.
 */
final class ChangePropagation {
    private static final int QUEUE = 1 << 16;
    private static final int BATCH = 128;

    private final MoverBlock[] blocks;
    private final PredecessorTable[] predecessors;
    private final MemorySegment values;
    private final MemorySegment conversions;

    /** The queue: a ring of mover's side and seeds, opponent's side, and value before the change. */
    private final int[] queueMover = new int[QUEUE];

    private final int[] queueOpponent = new int[QUEUE];
    private final byte[] queueSeeds = new byte[QUEUE];
    private final byte[] queueValue = new byte[QUEUE];
    private int head;
    private int waiting;

    /** The predecessors of the positions of one batch. */
    private int[] mover = new int[1024];

    private int[] opponent = new int[1024];
    private byte[] moverSeeds = new byte[1024];
    private byte[] valueBefore = new byte[1024];
    private byte[] valueNow = new byte[1024];
    private long[] place = new long[1024];
    private int candidates;
    /** Keeps the early reads from being optimised away. */
    @SuppressWarnings("UnusedVariable")
    private int readAhead;

    /** Positions changed so far. */
    long changed;

    ChangePropagation(
            MoverBlock[] blocks, PredecessorTable[] predecessors, MemorySegment values, MemorySegment conversions) {
        this.blocks = blocks;
        this.predecessors = predecessors;
        this.values = values;
        this.conversions = conversions;
    }

    /** Notes that the value of a position has changed; {@code value} is the one before. */
    void add(int seeds, int moverSide, int opponentSide, byte value) {
        if (waiting == QUEUE) {
            return;
        }
        int at = head + waiting++ & QUEUE - 1;
        queueSeeds[at] = (byte) seeds;
        queueMover[at] = moverSide;
        queueOpponent[at] = opponentSide;
        queueValue[at] = value;
    }

    /** Propagates noted changes, and those that they bring about, until no more than {@code least} are waiting. */
    void propagate(int least) {
        while (waiting > least) {
            candidates = 0;
            for (int i = Math.min(waiting, BATCH); i > 0; i--) {
                lookUp(head);
                head = head + 1 & QUEUE - 1;
                waiting--;
            }
            for (int i = 0; i < candidates; i++) {
                update(i);
            }
        }
    }

    /** Collects the predecessors of a changed position. */
    private void lookUp(int entry) {
        int seeds = queueSeeds[entry];
        int changedMover = queueMover[entry];
        int left = queueOpponent[entry];
        MoverBlock changedBlock = blocks[seeds];
        byte now = values.get(ValueLayout.JAVA_BYTE, place(changedBlock, changedMover, left));
        byte old = queueValue[entry];
        if (now == old) {
            return;
        }
        PredecessorTable table = predecessors[changedBlock.opponentSeeds];
        int end = table.first[left + 1];
        if (candidates + end - table.first[left] > mover.length) {
            grow();
        }
        for (int i = table.first[left]; i < end; i++) {
            int predecessor = table.predecessor(i);
            int crossing = MoveTable.crossing(predecessor);
            int crossed = Crossing.seeds(crossing);
            if (crossed > seeds) {
                continue;
            }
            MoverBlock block = blocks[changedBlock.opponentSeeds + crossed];
            int side = changedMover;
            if (crossing == Crossing.NONE) {
                if (!block.staysAllowed()) {
                    continue;
                }
            } else {
                side = block.shifts.predecessor[crossing][changedMover];
                if (side < 0) {
                    continue;
                }
            }
            int before = MoveTable.sideLeft(predecessor);
            long at = place(block, before, side);
            readAhead += values.get(ValueLayout.JAVA_BYTE, at);
            int next = candidates++;
            mover[next] = before;
            opponent[next] = side;
            moverSeeds[next] = (byte) block.moverSeeds;
            valueBefore[next] = old;
            valueNow[next] = now;
            place[next] = at;
        }
    }

    private void grow() {
        int length = 2 * mover.length;
        mover = Arrays.copyOf(mover, length);
        opponent = Arrays.copyOf(opponent, length);
        moverSeeds = Arrays.copyOf(moverSeeds, length);
        valueBefore = Arrays.copyOf(valueBefore, length);
        valueNow = Arrays.copyOf(valueNow, length);
        place = Arrays.copyOf(place, length);
    }

    private void update(int i) {
        byte value = values.get(ValueLayout.JAVA_BYTE, place[i]);
        int score = -value;
        int best;
        if (valueNow[i] > score) {
            best = valueNow[i];
        } else if (valueNow[i] < valueBefore[i] && valueBefore[i] == score) {
            best = evaluate(blocks[moverSeeds[i]], mover[i], opponent[i]);
            if (best == score) {
                return;
            }
        } else {
            return;
        }
        values.set(ValueLayout.JAVA_BYTE, place[i], (byte) -best);
        changed++;
        add(moverSeeds[i], mover[i], opponent[i], value);
    }

    /** Returns the best that conversions and moves inside the layer offer the mover now. */
    private int evaluate(MoverBlock block, int moverSide, int opponentSide) {
        int strip = opponentSide / Tiles.WIDTH;
        int column = opponentSide % Tiles.WIDTH;
        long across = block.conversionsStart() + strip * block.conversionsStrip() + column;
        int best = conversions.get(ValueLayout.JAVA_BYTE, across + (long) moverSide * Tiles.WIDTH);
        MoveTable table = block.table;
        ShiftTable shifts = block.shifts;
        for (int i = table.firstMove[moverSide]; i < table.firstMove[moverSide + 1]; i++) {
            int move = table.moves[i];
            int crossing = MoveTable.crossing(move);
            long line = (long) MoveTable.sideLeft(move) * Tiles.WIDTH;
            if (crossing == Crossing.NONE) {
                if (block.staysAllowed()) {
                    best = Math.max(best, values.get(ValueLayout.JAVA_BYTE, across + line));
                }
                continue;
            }
            int next = shifts.successor[crossing][opponentSide];
            if (next >= 0) {
                best = Math.max(best, values.get(ValueLayout.JAVA_BYTE, block.target(crossing, next) + line));
            }
        }
        return best;
    }

    private static long place(MoverBlock block, int moverSide, int opponentSide) {
        return block.valuesStart
                + moverSide / Tiles.WIDTH * block.valuesStrip
                + (long) opponentSide * Tiles.WIDTH
                + moverSide % Tiles.WIDTH;
    }
}
