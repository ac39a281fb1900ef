package granary.engine;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.awari.Sowing;
import java.util.Arrays;

/**
 * Generates the moves of awari on packed boards, without allocation. A side is a long with a byte for each pit, pit 0 in the
 * lowest; a position is the mover's side and the opponent's. A move is an int: its pit, the seeds in it and those that it captures.
 * An array holds the moves of a node, in a frame of {@link #FRAME} slots for each ply; the position after a move is worked out when
 * the move is made. Not safe for use by more than one thread.
 */
final class MoveStack {
    /** Slots per ply: the most moves that a position can have. */
    static final int FRAME = Awari.MAX_PITS;

    /** The most seeds on a board, so that every pit and every sum fits a byte. */
    static final int MAX_SEEDS = 127;

    /** The number of sowings: of each number of seeds from each pit. */
    static final int SOWINGS = FRAME * (MAX_SEEDS + 1);

    private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long ONES = 0x0101010101010101L;

    /** In a move, above the sowing: whether it leaves the opponent no seeds, and those that it captures. */
    private static final int STARVES = SOWINGS;

    private static final int CAPTURED = 11;

    /** Shifts a side to a byte that is neither 2 nor 3. */
    private static final byte NOWHERE = Long.SIZE - 1;

    private final int pits;
    private final RuleSet rules;
    /** By sowing: what it adds to either side. */
    private final long[] addedOwn = new long[SOWINGS];

    private final long[] addedOpponent = new long[SOWINGS];
    /** By sowing: the lowest bit of the opponent's pit that gets the last seed, or {@link #NOWHERE}. */
    private final byte[] last = new byte[SOWINGS];

    /** By slot: the moves. */
    final int[] move;

    /**
     * Makes a stack.
     *
     * @param game the rules
     * @param plies the number of frames
     */
    MoveStack(Awari game, int plies) {
        this.pits = game.pits();
        this.rules = game.rules();
        Arrays.fill(last, NOWHERE);
        int[] board = new int[2 * pits];
        for (int from = 0; from < pits; from++) {
            for (int seeds = 1; seeds <= MAX_SEEDS; seeds++) {
                Arrays.fill(board, 0);
                board[from] = seeds;
                int sowing = sowing(board[from], 8 * from);
                int end = Sowing.sow(board, from);
                last[sowing] = end < pits ? NOWHERE : (byte) (8 * (end - pits));
                addedOwn[sowing] = pack(board, 0);
                addedOpponent[sowing] = pack(board, pits);
            }
        }
        this.move = new int[plies * FRAME];
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

    /** Returns a key for tables, of a position and a number that goes with it. */
    static long key(long ownSide, long opponentSide, long number) {
        long hash = ownSide * 0x9e3779b97f4a7c15L;
        hash = (hash ^ hash >>> 32 ^ opponentSide) * 0xd6e8feb86659fd93L;
        hash = (hash ^ hash >>> 32 ^ number) * 0xff51afd7ed558ccdL;
        return hash ^ hash >>> 29;
    }

    /** Returns the seeds on a side. */
    static int seeds(long side) {
        return (int) (side * ONES >>> 56);
    }

    /** Returns the number of pits of a side that have seeds. */
    static int filledPits(long side) {
        return Long.bitCount(filled(side));
    }

    /** Returns a side's bytes with the highest bit for pits that have seeds. */
    private static long filled(long side) {
        // Adding 127 sets it.
        return side + LOW_BITS & HIGH_BITS;
    }

    /** Returns a sowing: a number of seeds from the pit at some bit of a side. */
    private static int sowing(int seeds, int bit) {
        return bit << 4 | seeds;
    }

    /** Returns the sowing of a move, a number below {@link #SOWINGS}. */
    static int sowing(int move) {
        return move & SOWINGS - 1;
    }

    /** Returns the pit that a move sows. */
    static int pit(int move) {
        return move >>> 7 & FRAME - 1;
    }

    /** Returns the seeds that a move captures. */
    static int captured(int move) {
        return move >>> CAPTURED;
    }

    /** Returns the own side of the next mover, after a move. */
    long nextOwn(long opponentSide, int move) {
        int sowing = sowing(move);
        long sown = opponentSide + addedOpponent[sowing];
        return captured(move) == 0 ? sown : afterCapture(sown, sowing);
    }

    /** Returns the opponent's side of the next mover, after a move. */
    long nextOpponent(long ownSide, int move) {
        return (ownSide & ~(0xffL << 8 * pit(move))) + addedOwn[sowing(move)];
    }

    /**
     * Writes the legal moves of a position into a frame, in ascending order of their pits.
     *
     * @return their number
     */
    int generate(long ownSide, long opponentSide, int ply) {
        int from = ply * FRAME;
        int slot = from;
        int all = 0;
        for (long filled = filled(ownSide); filled != 0; filled &= filled - 1) {
            int made = move(ownSide, opponentSide, Long.numberOfTrailingZeros(filled) & -8);
            all |= made;
            move[slot++] = made;
        }
        return (all & STARVES) == 0 ? slot - from : feeding(from, slot);
    }

    private int move(long ownSide, long opponentSide, int bit) {
        int sowing = sowing((int) (ownSide >>> bit) & 0xff, bit);
        long sown = opponentSide + addedOpponent[sowing];
        return isCaptured(sown, last[sowing]) ? capture(sown, sowing) : sowing | (sown == 0 ? STARVES : 0);
    }

    private int capture(long sown, int sowing) {
        long left = afterCapture(sown, sowing);
        if (left == 0) {
            return rules == RuleSet.ABAPA ? sowing : sowing | STARVES | seeds(sown) << CAPTURED;
        }
        return sowing | seeds(sown - left) << CAPTURED;
    }

    /** Returns whether the pit at some bit holds two or three seeds; the two differ in the lowest bit alone. */
    private static boolean isCaptured(long side, int bit) {
        return ((int) (side >>> bit) & 0xfe) == 2;
    }

    /** Returns a side after a capture, which takes two or three seeds of each pit from the last one on backwards. */
    private long afterCapture(long sown, int sowing) {
        long reach = -1L >>> Long.SIZE - Byte.SIZE - last[sowing];
        long others = (sown & ~ONES ^ 2 * ONES) + LOW_BITS & HIGH_BITS & reach;
        // All pits above the last other one; without another one, the shift is by 0.
        return sown & ~(reach & -1L << -Long.numberOfLeadingZeros(others));
    }

    /** Keeps the moves that leave the opponent seeds. Under some rules the others are legal when there are no such moves. */
    private int feeding(int from, int end) {
        int kept = from;
        for (int slot = from; slot < end; slot++) {
            if ((move[slot] & STARVES) == 0) {
                move[kept++] = move[slot];
            }
        }
        return kept > from || rules != RuleSet.OLYMPIAD ? kept - from : end - from;
    }

    /** Returns whether a position has no legal move. May use a frame. */
    boolean isOver(long ownSide, long opponentSide, int ply) {
        // Most positions need no look at their moves: sowing takes nothing from the opponent, and captures leave seeds
        // to the opponent or do not count.
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
        for (int bit = 0; bit < 8 * pits; bit += 8) {
            int made = move(ownSide, opponentSide, bit);
            if (captured(made) > 0) {
                if ((made & STARVES) != 0) {
                    return onlyCaptures(from, generate(ownSide, opponentSide, ply));
                }
                move[slot++] = made;
            }
        }
        return slot - from;
    }

    private int onlyCaptures(int from, int count) {
        int kept = from;
        for (int slot = from; slot < from + count; slot++) {
            if (captured(move[slot]) > 0) {
                move[kept++] = move[slot];
            }
        }
        return kept - from;
    }
}
