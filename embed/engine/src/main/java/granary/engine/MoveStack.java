package granary.engine;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.awari.Sowing;
import java.util.Arrays;

/**
 * Generates the moves of awari on packed boards, without allocation. A side is a long with a byte for each pit, pit 0 in the
 * lowest; a position is the mover's side and the opponent's. Arrays hold the moves of a node and the positions after them, in a
 * frame of {@link #FRAME} slots for each ply. Not safe for use by more than one thread.
 */
final class MoveStack {
    /** Slots per ply: the most moves that a position can have. */
    static final int FRAME = Awari.MAX_PITS;

    /** The most seeds on a board, so that every pit and every sum fits a byte. */
    static final int MAX_SEEDS = 127;

    private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long ONES = 0x0101010101010101L;

    private final int pits;
    private final RuleSet rules;
    /** By pit and number of seeds in it: what its sowing adds to either side, and the pit of the last seed. */
    private final long[] addedOwn;

    private final long[] addedOpponent;
    private final byte[] last;

    /** By slot: the pit that is sown, the seeds captured, and the position after the move as the next mover sees it. */
    final int[] pit;

    final int[] captured;
    final long[] own;
    final long[] opponent;

    /**
     * Makes a stack.
     *
     * @param game the rules
     * @param plies the number of frames
     */
    MoveStack(Awari game, int plies) {
        this.pits = game.pits();
        this.rules = game.rules();
        this.addedOwn = new long[pits * (MAX_SEEDS + 1)];
        this.addedOpponent = new long[addedOwn.length];
        this.last = new byte[addedOwn.length];
        int[] board = new int[2 * pits];
        for (int from = 0; from < pits; from++) {
            for (int seeds = 1; seeds <= MAX_SEEDS; seeds++) {
                Arrays.fill(board, 0);
                board[from] = seeds;
                int i = from * (MAX_SEEDS + 1) + seeds;
                last[i] = (byte) Sowing.sow(board, from);
                addedOwn[i] = pack(board, 0);
                addedOpponent[i] = pack(board, pits);
            }
        }
        this.pit = new int[plies * FRAME];
        this.captured = new int[plies * FRAME];
        this.own = new long[plies * FRAME];
        this.opponent = new long[plies * FRAME];
    }

    private long pack(int[] board, int from) {
        long side = 0;
        for (int i = 0; i < pits; i++) {
            side |= (long) board[from + i] << 8 * i;
        }
        return side;
    }

    /** Returns the mover's side of a board. */
    long packOwn(int[] board) {
        return pack(board, 0);
    }

    /** Returns the opponent's side of a board. */
    long packOpponent(int[] board) {
        return pack(board, pits);
    }

    /** Writes a position as a board. */
    void unpack(long ownSide, long opponentSide, int[] board) {
        for (int i = 0; i < pits; i++) {
            board[i] = (int) (ownSide >>> 8 * i) & 0xff;
            board[pits + i] = (int) (opponentSide >>> 8 * i) & 0xff;
        }
    }

    /** Returns the seeds on a side. */
    static int seeds(long side) {
        return (int) (side * ONES >>> 56);
    }

    /** Returns the number of pits of a side that have seeds. */
    static int filledPits(long side) {
        return Long.bitCount(side + LOW_BITS & HIGH_BITS);
    }

    /**
     * Writes the legal moves of a position into a frame, in ascending order of their pits.
     *
     * @return their number
     */
    int generate(long ownSide, long opponentSide, int ply) {
        int from = ply * FRAME;
        int slot = from;
        int feeding = 0;
        for (int i = 0; i < pits; i++) {
            int seeds = (int) (ownSide >>> 8 * i) & 0xff;
            if (seeds > 0) {
                sow(ownSide, opponentSide, i, seeds, slot);
                feeding += own[slot] == 0 ? 0 : 1;
                slot++;
            }
        }
        // Under some rules, moves that leave the opponent without seeds are legal when all moves do.
        if (feeding == 0) {
            return rules == RuleSet.OLYMPIAD ? slot - from : 0;
        }
        return feeding == slot - from ? feeding : removeStarving(from, slot);
    }

    /** Returns whether a position has no legal move. May use a frame. */
    boolean isOver(long ownSide, long opponentSide, int ply) {
        // Most positions need no look at their moves: sowing takes nothing from the opponent, and captures leave him
        // something or do
        // not count.
        return ownSide == 0
                || (rules != RuleSet.OLYMPIAD
                        && (rules != RuleSet.ABAPA || opponentSide == 0)
                        && generate(ownSide, opponentSide, ply) == 0);
    }

    /**
     * Writes the legal moves that capture into a frame, in ascending order of their pits.
     *
     * @return their number
     */
    int generateCaptures(long ownSide, long opponentSide, int ply) {
        int from = ply * FRAME;
        int slot = from;
        for (int i = 0; i < pits; i++) {
            int seeds = (int) (ownSide >>> 8 * i) & 0xff;
            int entry = i * (MAX_SEEDS + 1) + seeds;
            int at = last[entry] - pits;
            // 2 and 3 differ in the lowest bit alone.
            if (at >= 0 && ((int) (opponentSide + addedOpponent[entry] >>> 8 * at) & 0xfe) == 2) {
                sow(ownSide, opponentSide, i, seeds, slot);
                if (own[slot] == 0 && captured[slot] > 0) {
                    return onlyCaptures(from, generate(ownSide, opponentSide, ply));
                }
                slot += captured[slot] > 0 ? 1 : 0;
            }
        }
        return slot - from;
    }

    private int onlyCaptures(int from, int count) {
        int kept = from;
        for (int slot = from; slot < from + count; slot++) {
            if (captured[slot] > 0) {
                swap(kept++, slot);
            }
        }
        return kept - from;
    }

    /** Counts the lines of exactly so many moves from a position; there must be more frames than that. */
    long countLines(long ownSide, long opponentSide, int plies) {
        if (plies == 0) {
            return 1;
        }
        long lines = 0;
        int first = plies * FRAME;
        int count = generate(ownSide, opponentSide, plies);
        for (int slot = first; slot < first + count; slot++) {
            lines += countLines(own[slot], opponent[slot], plies - 1);
        }
        return lines;
    }

    private void sow(long ownSide, long opponentSide, int from, int seeds, int slot) {
        int i = from * (MAX_SEEDS + 1) + seeds;
        long opponentAfter = opponentSide + addedOpponent[i];
        long left = opponentAfter;
        for (int at = last[i] - pits; at >= 0; at--) {
            int there = (int) (left >>> 8 * at) & 0xff;
            if (there != 2 && there != 3) {
                break;
            }
            left &= ~(0xffL << 8 * at);
        }
        if (left == 0 && rules == RuleSet.ABAPA) {
            left = opponentAfter;
        }
        pit[slot] = from;
        captured[slot] = seeds(opponentAfter) - seeds(left);
        own[slot] = left;
        opponent[slot] = (ownSide & ~(0xffL << 8 * from)) + addedOwn[i];
    }

    private int removeStarving(int from, int end) {
        int kept = from;
        for (int slot = from; slot < end; slot++) {
            if (own[slot] != 0) {
                swap(kept++, slot);
            }
        }
        return kept - from;
    }

    /** Exchanges two slots. */
    void swap(int one, int other) {
        if (one != other) {
            int thatPit = pit[one];
            int thatCaptured = captured[one];
            long thatOwn = own[one];
            long thatOpponent = opponent[one];
            pit[one] = pit[other];
            captured[one] = captured[other];
            own[one] = own[other];
            opponent[one] = opponent[other];
            pit[other] = thatPit;
            captured[other] = thatCaptured;
            own[other] = thatOwn;
            opponent[other] = thatOpponent;
        }
    }
}
