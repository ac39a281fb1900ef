package granary.compressed;

import granary.awari.Awari;

/**
 * A walk through the boards of half a block in rank order: which of them are stored, and what the network sees of each. The caller
 * sets the score of each stored board before it goes on, because the inputs of later boards depend on it.
 *
 * <p>Boards that agree in all pits from 2 on follow one another: a run. Whatever depends on these pits alone is worked out once a
 * run, and what depends on the opponent's pits alone when one of those changes. One thread uses a walk.
 */
public final class BlockWalk {
    /** The positions in a block; the last block of a layer may have fewer. */
    public static final int BLOCK = 256;

    /** The positions in half a block: each half is decoded by itself. */
    public static final int HALF = BLOCK / 2;

    /** The value that sowing an empty pit adds to a row, so that no such row counts. */
    private static final long NEVER = Long.MIN_VALUE / 2;

    private final Awari game;
    private final Layout layout;
    /** Pits of a side. */
    private final int side;

    private final int[] board;
    /** The values, each one place behind its index; the first stands for neighbours in earlier halves. */
    private final byte[] values = new byte[1 + HALF];

    private final int[] inputs;

    /** The number of the board in its half. */
    private int index;
    /** The number of the run in its half. */
    private int run;

    // These depend on the opponent's pits.
    /** By pit of the opponent, counted from the mover's first: what the mover captures with a seed that ends there, or else 0. */
    private final int[] captures;
    /** A bit for each pit of the mover that a move of the opponent's ends in. */
    private int reached;

    private boolean isUnreachable;
    private long opponents;

    // These depend on the pits from 2 on, and on the sum of pits 0 and 1.
    /** By neighbour: how many positions earlier it stands, if pits 0 and 1 have the seeds for it; {@link Layout#FAR} if others lack them. */
    private final int[] steps;
    /** The most that the mover captures by the pits from 2 on. */
    private int slowCapture;
    /** The most that the opponent captures in pits from 2 on without going on to pit 1. */
    private int slowThreat;
    /** The most that the opponent captures in pits from 2 on before going on to pit 1; -1 when no such capture does. */
    private int linkedThreat;
    /** The most that sowing a pit from 2 on adds to the mover's row. */
    private long slowSown;

    /** The mover's row, pit 0 in the highest byte. */
    private long own;
    /** By pit and seeds: what sowing adds to the mover's row. */
    private final long[][] sown;

    /**
     * Makes a walk through halves of blocks of a layer.
     *
     * @param game awari
     * @param layer the number of seeds
     */
    public BlockWalk(Awari game, int layer) {
        this.game = game;
        this.layout = new Layout(game.cells(), layer);
        this.side = game.pits();
        this.board = new int[game.cells()];
        this.inputs = new int[layout.first.length];
        this.steps = new int[layout.neighbours];
        this.captures = new int[3 * game.cells() + layer];
        this.sown = sownRows(side, layer);
        values[0] = none();
    }

    private static long[][] sownRows(int side, int layer) {
        long[][] sown = new long[side][layer + 1];
        for (int pit = 0; pit < side; pit++) {
            int at = pit;
            long row = 0;
            sown[pit][0] = NEVER;
            for (int seeds = 1; seeds <= layer; seeds++) {
                do {
                    at = at + 1 == 2 * side ? 0 : at + 1;
                } while (at == pit);
                row += (at < side ? one(side, at) : 0) - one(side, pit);
                sown[pit][seeds] = row;
            }
        }
        return sown;
    }

    /** Returns one seed in a pit of a row. */
    private static long one(int side, int pit) {
        return 1L << 8 * (side - 1 - pit);
    }

    private byte none() {
        return (byte) (2 * layout.seeds + 1);
    }

    /** Returns the number of rows that the network's first layer has. */
    public int rows() {
        return layout.rows;
    }

    /**
     * Returns the rows that the network adds up for the board, one for each group: first those that change with every board,
     * which {@link #look} works out, then those that change with the run.
     */
    public int[] inputs() {
        return inputs;
    }

    /** Returns the number of groups that change with every board. */
    public int fastInputs() {
        return layout.fast;
    }

    /**
     * Copies the values of the boards so far: score + n, and 2n + 1 for boards that are not stored.
     *
     * @param target receives them
     * @param at index of the first
     */
    public void copyValues(byte[] target, int at) {
        System.arraycopy(values, 1, target, at, index + 1);
    }

    /** Goes to the first board of a half: the halves of block k are 2k and 2k + 1. */
    public void start(long number) {
        visit(number * HALF);
        index = 0;
        run = 0;
    }

    /** Goes to a board of the layer by its rank, to ask whether it is stored. */
    void visit(long rank) {
        game.unrank(layout.seeds, rank, board);
        beginOpponent();
        look(2, 2 * side - 1);
        beginRun();
    }

    /** Returns the board; it changes with the next step. */
    int[] board() {
        return board;
    }

    /** Goes to the next board of the half. Returns whether it belongs to the same run. */
    public boolean next() {
        index++;
        if (board[1] > 0) {
            board[0]++;
            board[1]--;
            own += one(side, 0) - one(side, 1);
            return true;
        }
        int pit = 2;
        while (pit < board.length - 1 && board[pit] == 0) {
            pit++;
        }
        int moved = board[0];
        board[0] = 0;
        board[pit]--;
        board[pit - 1] = moved + 1;
        if (pit >= side) {
            beginOpponent();
        }
        look(Math.max(2, pit - 1), pit);
        beginRun();
        run++;
        return false;
    }

    /** Returns the number of the board's run in its half. */
    int run() {
        return run;
    }

    /** Returns whether the next board belongs to another run. */
    public boolean isLastOfRun() {
        return board[1] == 0;
    }

    /** Marks the board as one that is not stored. */
    public void skip() {
        values[1 + index] = none();
    }

    /** Sets the value of the board, score + n. */
    public void set(int value) {
        values[1 + index] = (byte) value;
    }

    private void beginOpponent() {
        boolean isFull = true;
        int chain = 0;
        opponents = 0;
        reached = 0;
        for (int pit = 0; pit < side; pit++) {
            int seeds = board[side + pit];
            isFull &= seeds > 0;
            chain = chain(seeds, chain);
            captures[side + pit] = chain;
            opponents = opponents << 8 | seeds;
            int end = pit + seeds - side;
            if (end >= 0 && end < side) {
                reached |= 1 << end;
            }
        }
        isUnreachable = isFull;
    }

    /** Returns the seeds that a sowing captures if it ends in a pit, given those for the pit before. */
    private static int chain(int seeds, int before) {
        return seeds == 1 || seeds == 2 ? before + seeds + 1 : 0;
    }

    /** Chooses the rows of some pits from 2 on, and of the pairs that they belong to. */
    private void look(int firstPit, int lastPit) {
        int[] first = layout.first;
        int pits = layout.fast - 2;
        for (int pit = firstPit; pit <= lastPit; pit++) {
            inputs[pits + pit] = first[pits + pit] + board[pit];
        }
        int pairs = pits + 2 * side - 2;
        int lastPair = Math.min(lastPit, 2 * side - 2);
        for (int pit = Math.max(2, firstPit - 1); pit <= lastPair; pit++) {
            int lower = Math.min(board[pit], Layout.MOST_PAIRED);
            int upper = Math.min(board[pit + 1], Layout.MOST_PAIRED);
            inputs[pairs + pit] = first[pairs + pit] + lower * (Layout.MOST_PAIRED + 1) + upper;
        }
    }

    private void beginRun() {
        int sum = board[0] + board[1];
        int step1 = layout.distance(1, sum);
        sum += board[2];
        int step2 = layout.distance(2, sum);
        steps[0] = 1;
        steps[1] = step1;
        steps[2] = 1 + step1;
        steps[3] = board[2] > 0 ? step2 : Layout.FAR;
        steps[4] = step1 + step2;
        if (steps.length > 5) {
            sum += board[3];
            int step3 = layout.distance(3, sum);
            steps[5] = board[3] > 0 ? step3 : Layout.FAR;
            steps[6] = board[2] > 0 ? step2 + step3 : Layout.FAR;
            steps[7] = 1 + step1 + step2;
            steps[8] = 2;
        }
        slowCapture = 0;
        slowThreat = 0;
        linkedThreat = -1;
        boolean isLinked = true;
        int chain = 0;
        for (int pit = 2; pit < side; pit++) {
            int seeds = board[pit];
            slowCapture = Math.max(slowCapture, captures[pit + seeds]);
            chain = chain(seeds, chain);
            isLinked &= chain > 0;
            if ((reached >>> pit & 1) != 0) {
                if (isLinked) {
                    linkedThreat = chain;
                } else {
                    slowThreat = Math.max(slowThreat, chain);
                }
            }
        }
        own = 0;
        slowSown = NEVER;
        for (int pit = 0; pit < side; pit++) {
            own = own << 8 | board[pit];
            if (pit >= 2) {
                slowSown = Math.max(slowSown, sown[pit][board[pit]]);
            }
        }
    }

    /** Returns whether the board's score is stored. */
    public boolean isStored() {
        return !isUnreachable && !isDerived();
    }

    /** Returns whether every pit that has seeds leaves the mover, when it is sown, a smaller row than the opponent's. */
    private boolean isDerived() {
        return own + Math.max(slowSown, Math.max(sown[0][board[0]], sown[1][board[1]])) < opponents;
    }

    /** Works out the inputs that change with every board. */
    public void look() {
        int one = board[0];
        int two = board[1];
        int[] first = layout.first;
        int with0 = index + 1 - (one > 0 ? 0 : Layout.FAR);
        int with1 = index + 1 - (two > 0 ? 0 : Layout.FAR);
        inputs[0] = first[0] + value(with0 - steps[0]);
        inputs[1] = first[1] + value(with1 - steps[1]);
        inputs[2] = first[2] + value(with0 - steps[2]);
        inputs[3] = first[3] + value(index + 1 - steps[3]);
        inputs[4] = first[4] + value(with1 - steps[4]);
        if (steps.length > 5) {
            inputs[5] = first[5] + value(index + 1 - steps[5]);
            inputs[6] = first[6] + value(index + 1 - steps[6]);
            inputs[7] = first[7] + value(with0 - steps[7]);
            inputs[8] = first[8] + value(index + 1 - (one > 1 ? steps[8] : Layout.FAR));
        }
        int capture = Math.max(slowCapture, Math.max(captures[one], captures[1 + two]));
        int chain0 = chain(one, 0);
        int chain1 = chain(two, chain0);
        int threat = slowThreat;
        if (linkedThreat >= 0) {
            threat = Math.max(threat, linkedThreat + chain1);
        }
        if ((reached & 1) != 0) {
            threat = Math.max(threat, chain0);
        }
        if ((reached & 2) != 0) {
            threat = Math.max(threat, chain1);
        }
        int group = steps.length;
        inputs[group] = first[group] + capture * (Layout.MOST_CAPTURED + 1) + threat;
        inputs[group + 1] = first[group + 1] + one;
        inputs[group + 2] = first[group + 2] + two;
    }

    /** Returns the value at a place, or of the first place if it is before that. No branch: half of them would be guessed wrong. */
    private int value(int place) {
        return values[Math.max(place, 0)];
    }
}
