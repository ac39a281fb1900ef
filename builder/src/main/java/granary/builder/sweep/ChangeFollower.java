package granary.builder.sweep;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Follows single changes to the positions that they affect, instead of sweeping over everything. An instance belongs
 * to one thread.
 *
 * <p>When the worth w of a position to the player who moves there rises, the positions before it are worth at least w.
 * When it falls, only those are evaluated anew that stood at the old worth. Changes wait in a queue of bounded size;
 * those that do not fit are forgotten, for the sweep that ends the work finds whatever is not yet settled.
 *
 * <p>Nearly every step misses the caches, so the queue is worked off in batches: first all positions before are
 * looked up, reads that do not wait for one another, then they are dealt with.
 */
final class ChangeFollower {
    private static final int QUEUE = 1 << 16;
    private static final int BATCH = 128;

    private final MoverBlock[] blocks;
    private final OriginTable[] origins;
    private final MemorySegment values;
    private final MemorySegment exits;

    /** The queue: a ring of mover's side and seeds, opponent's side, and worth before the change. */
    private final int[] queueMover = new int[QUEUE];

    private final int[] queueOpponent = new int[QUEUE];
    private final byte[] queueSeeds = new byte[QUEUE];
    private final byte[] queueWorth = new byte[QUEUE];
    private int head;
    private int waiting;

    /** The positions before those of one batch. */
    private int[] mover = new int[1024];

    private int[] opponent = new int[1024];
    private byte[] moverSeeds = new byte[1024];
    private byte[] worthBefore = new byte[1024];
    private byte[] worthNow = new byte[1024];
    private long[] place = new long[1024];
    private int candidates;
    /** Keeps the early reads from being optimised away. */
    @SuppressWarnings("UnusedVariable")
    private int readAhead;

    /** Positions changed so far. */
    long changed;

    ChangeFollower(MoverBlock[] blocks, OriginTable[] origins, MemorySegment values, MemorySegment exits) {
        this.blocks = blocks;
        this.origins = origins;
        this.values = values;
        this.exits = exits;
    }

    /** Notes that the worth of a position has changed from {@code worth}. */
    void add(int seeds, int moverSide, int opponentSide, byte worth) {
        if (waiting == QUEUE) {
            return;
        }
        int at = head + waiting++ & QUEUE - 1;
        queueSeeds[at] = (byte) seeds;
        queueMover[at] = moverSide;
        queueOpponent[at] = opponentSide;
        queueWorth[at] = worth;
    }

    /** Follows noted changes, and those that they bring about, until no more than {@code least} are waiting. */
    void follow(int least) {
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

    /** Collects the positions from which a move leads to the changed one. */
    private void lookUp(int entry) {
        int seeds = queueSeeds[entry];
        int changedMover = queueMover[entry];
        int left = queueOpponent[entry];
        MoverBlock changedBlock = blocks[seeds];
        byte now = values.get(ValueLayout.JAVA_BYTE, place(changedBlock, changedMover, left));
        byte old = queueWorth[entry];
        if (now == old) {
            return;
        }
        OriginTable table = origins[changedBlock.opponentSeeds];
        int end = table.first[left + 1];
        if (candidates + end - table.first[left] > mover.length) {
            grow();
        }
        for (int i = table.first[left]; i < end; i++) {
            int origin = table.origin(i);
            int delivery = MoveTable.delivery(origin);
            int crossed = SideSowing.crossed(delivery);
            if (crossed > seeds) {
                continue;
            }
            MoverBlock block = blocks[changedBlock.opponentSeeds + crossed];
            int side = changedMover;
            if (delivery == SideSowing.NOTHING) {
                if (!block.staysAllowed()) {
                    continue;
                }
            } else {
                side = block.shifts.cameFrom[delivery][changedMover];
                if (side < 0) {
                    continue;
                }
            }
            int before = MoveTable.sideLeft(origin);
            long at = place(block, before, side);
            readAhead += values.get(ValueLayout.JAVA_BYTE, at);
            int next = candidates++;
            mover[next] = before;
            opponent[next] = side;
            moverSeeds[next] = (byte) block.moverSeeds;
            worthBefore[next] = old;
            worthNow[next] = now;
            place[next] = at;
        }
    }

    private void grow() {
        int length = 2 * mover.length;
        mover = Arrays.copyOf(mover, length);
        opponent = Arrays.copyOf(opponent, length);
        moverSeeds = Arrays.copyOf(moverSeeds, length);
        worthBefore = Arrays.copyOf(worthBefore, length);
        worthNow = Arrays.copyOf(worthNow, length);
        place = Arrays.copyOf(place, length);
    }

    private void update(int i) {
        byte worth = values.get(ValueLayout.JAVA_BYTE, place[i]);
        int score = -worth;
        int best;
        if (worthNow[i] > score) {
            best = worthNow[i];
        } else if (worthNow[i] < worthBefore[i] && worthBefore[i] == score) {
            best = evaluate(blocks[moverSeeds[i]], mover[i], opponent[i]);
            if (best == score) {
                return;
            }
        } else {
            return;
        }
        values.set(ValueLayout.JAVA_BYTE, place[i], (byte) -best);
        changed++;
        add(moverSeeds[i], mover[i], opponent[i], worth);
    }

    /** The best that exits and moves inside the layer offer the mover now. */
    private int evaluate(MoverBlock block, int moverSide, int opponentSide) {
        int strip = opponentSide / Tiles.WIDTH;
        int column = opponentSide % Tiles.WIDTH;
        long across = block.exitsStart() + strip * block.exitsStrip() + column;
        int best = exits.get(ValueLayout.JAVA_BYTE, across + (long) moverSide * Tiles.WIDTH);
        MoveTable table = block.table;
        ShiftTable shifts = block.shifts;
        for (int i = table.firstMove[moverSide]; i < table.firstMove[moverSide + 1]; i++) {
            int move = table.moves[i];
            int delivery = MoveTable.delivery(move);
            long line = (long) MoveTable.sideLeft(move) * Tiles.WIDTH;
            if (delivery == SideSowing.NOTHING) {
                if (block.staysAllowed()) {
                    best = Math.max(best, values.get(ValueLayout.JAVA_BYTE, across + line));
                }
                continue;
            }
            int piece = shifts.firstPiece[strip * shifts.deliveryCount + delivery];
            int end = shifts.firstPiece[strip * shifts.deliveryCount + delivery + 1];
            for (; piece < end; piece++) {
                if ((shifts.lanes[piece] >>> column & 1) != 0) {
                    int select = shifts.selection[piece * Tiles.WIDTH + column];
                    long at = block.targetStart[delivery]
                            + line
                            + select % Tiles.WIDTH
                            + (shifts.targetStrip[piece] + select / Tiles.WIDTH) * block.targetStrip[delivery];
                    best = Math.max(best, values.get(ValueLayout.JAVA_BYTE, at));
                    break;
                }
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
