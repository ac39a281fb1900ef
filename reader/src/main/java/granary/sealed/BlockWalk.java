package granary.sealed;

import granary.awari.Awari;
import granary.format.StoringRule;

/**
 * A walk through the boards of a block in rank order: which of them are stored, and what the network sees of each. The caller sets
 * the score of each stored board before it goes on, for later boards see it.
 *
 * <p>Boards that agree in all pits from 2 on follow one another: a run. Whatever depends on these pits alone is worked out once a
 * run. One thread uses a walk.
 */
public final class BlockWalk {
    /** The positions in a block; the last block of a layer may have fewer. */
    public static final int BLOCK = 256;

    private final Awari game;
    private final Layout layout;
    private final int half;
    private final int[] board;
    private final byte[] values = new byte[BLOCK];
    private final int[] inputs;

    /** The number of the board in its block. */
    private int index;

    // What depends on the pits from 2 on.
    private final int[] distance;
    /** By pit of the opponent, counted from his first: what the mover captures with a seed that ends there; 0 for other pits. */
    private final int[] captures;
    /** The most that the mover captures by his pits from 2 on. */
    private int slowCapture;
    /** A bit for each pit of the mover that a move of the opponent's ends in. */
    private int reached;

    private boolean unreachable;

    // The rows of both sides, pit 0 in the highest byte, for the rule of derived positions.
    private long own;
    private long opponents;
    /** By pit and seeds: what sowing adds to the mover's row. */
    private final long[][] sown;

    /**
     * Makes a walk through blocks of a layer.
     *
     * @param game awari
     * @param layer the number of seeds
     * @param rule decides which positions are stored
     */
    public BlockWalk(Awari game, int layer, StoringRule rule) {
        this.game = game;
        this.layout = new Layout(game.cells(), layer);
        this.half = game.pits();
        this.board = new int[game.cells()];
        this.inputs = new int[layout.first.length];
        this.distance = new int[Math.min(5, game.cells() - 1)];
        this.captures = new int[3 * game.cells() + layer];
        this.sown = rule == StoringRule.DERIVED ? sownRows(half, layer) : null;
    }

    private static long[][] sownRows(int half, int layer) {
        long[][] sown = new long[half][layer + 1];
        for (int pit = 0; pit < half; pit++) {
            int at = pit;
            for (int seeds = 1; seeds <= layer; seeds++) {
                do {
                    at = at + 1 == 2 * half ? 0 : at + 1;
                } while (at == pit);
                sown[pit][seeds] = sown[pit][seeds - 1] + (at < half ? one(half, at) : 0);
            }
        }
        return sown;
    }

    /** Returns one seed in a pit of a row. */
    private static long one(int half, int pit) {
        return 1L << 8 * (half - 1 - pit);
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

    /** Returns the values of the block so far: score + n, and 2n + 1 for boards that are not stored. */
    public byte[] values() {
        return values;
    }

    /** Goes to the first board of a block. */
    public void start(long block) {
        game.unrank(layout.seeds, block * BLOCK, board);
        index = 0;
        beginRun();
    }

    /** Goes to a board of the layer by its offset, to ask whether it is stored. */
    void visit(long offset) {
        game.unrank(layout.seeds, offset, board);
        beginRun();
    }

    /** Returns the board; it changes when the walk goes on. */
    int[] board() {
        return board;
    }

    /** Goes to the next board of the block. Returns whether it belongs to the same run. */
    public boolean next() {
        index++;
        if (board[1] > 0) {
            board[0]++;
            board[1]--;
            if (sown != null) {
                own += one(half, 0) - one(half, 1);
            }
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
        beginRun();
        return false;
    }

    /** Returns whether the next board belongs to another run. */
    public boolean isLastOfRun() {
        return board[1] == 0;
    }

    /** Returns the number of the board in its block. */
    public int index() {
        return index;
    }

    /** Marks the board as one that is not stored. */
    public void skip() {
        values[index] = (byte) (2 * layout.seeds + 1);
    }

    /** Sets the value of the board, score + n. */
    public void set(int value) {
        values[index] = (byte) value;
    }

    private void beginRun() {
        int sum = board[0] + board[1];
        distance[0] = 1;
        distance[1] = layout.distance(1, sum);
        for (int pit = 2; pit < distance.length; pit++) {
            sum += board[pit];
            distance[pit] = layout.distance(pit, sum);
        }
        boolean full = true;
        int chain = 0;
        for (int pit = half; pit < 2 * half; pit++) {
            int seeds = board[pit];
            full &= seeds > 0;
            chain = seeds == 1 || seeds == 2 ? chain + seeds + 1 : 0;
            captures[pit] = chain;
        }
        unreachable = full;
        slowCapture = 0;
        for (int pit = 2; pit < half; pit++) {
            if (board[pit] > 0) {
                slowCapture = Math.max(slowCapture, captures[pit + board[pit]]);
            }
        }
        reached = 0;
        for (int pit = 0; pit < half; pit++) {
            int end = pit + board[half + pit] - half;
            if (end >= 0 && end < half) {
                reached |= 1 << end;
            }
        }
        int group = layout.fast;
        for (int pit = 2; pit < 2 * half; pit++, group++) {
            inputs[group] = layout.first[group] + board[pit];
        }
        for (int pit = 2; pit < 2 * half - 1; pit++, group++) {
            int lower = Math.min(board[pit], Layout.MOST_PAIRED);
            int upper = Math.min(board[pit + 1], Layout.MOST_PAIRED);
            inputs[group] = layout.first[group] + lower * (Layout.MOST_PAIRED + 1) + upper;
        }
        if (sown != null) {
            own = 0;
            opponents = 0;
            for (int pit = 0; pit < half; pit++) {
                own = own << 8 | board[pit];
                opponents = opponents << 8 | board[half + pit];
            }
        }
    }

    /** Returns whether the board's score is stored. */
    public boolean isStored() {
        return !unreachable && (sown == null || !isDerived());
    }

    /** Returns whether every pit that has seeds leaves the mover, when it is sown, a smaller row than the opponent's. */
    private boolean isDerived() {
        for (int pit = 0; pit < half; pit++) {
            int seeds = board[pit];
            long row = own - seeds * one(half, pit) + sown[pit][seeds];
            if (seeds > 0 && Long.compareUnsigned(row, opponents) >= 0) {
                return false;
            }
        }
        return true;
    }

    /** Works out the inputs that change with every board. */
    public void look() {
        int one = board[0];
        int two = board[1];
        int[] first = layout.first;
        int step1 = distance[1];
        int step2 = distance[2];
        inputs[0] = first[0] + neighbour(one, 1);
        inputs[1] = first[1] + neighbour(two, step1);
        inputs[2] = first[2] + neighbour(one, 1 + step1);
        inputs[3] = first[3] + neighbour(board[2], step2);
        inputs[4] = first[4] + neighbour(two, step1 + step2);
        if (layout.neighbours > 5) {
            int step3 = distance[3];
            inputs[5] = first[5] + neighbour(board[3], step3);
            inputs[6] = first[6] + neighbour(board[2], step2 + step3);
            inputs[7] = first[7] + neighbour(one, 1 + step1 + step2);
            inputs[8] = first[8] + neighbour(board[4], distance[4]);
        }
        int capture = slowCapture;
        if (one > 0) {
            capture = Math.max(capture, captures[one]);
        }
        if (two > 0) {
            capture = Math.max(capture, captures[1 + two]);
        }
        int threat = 0;
        int chain = 0;
        for (int pit = 0; pit < half; pit++) {
            int seeds = board[pit];
            chain = seeds == 1 || seeds == 2 ? chain + seeds + 1 : 0;
            if ((reached >>> pit & 1) != 0 && chain > threat) {
                threat = chain;
            }
        }
        int group = layout.neighbours;
        inputs[group] = first[group]
                + Math.min(capture, Layout.MOST_CAPTURED) * (Layout.MOST_CAPTURED + 1)
                + Math.min(threat, Layout.MOST_CAPTURED);
        inputs[group + 1] = first[group + 1] + one;
        inputs[group + 2] = first[group + 2] + two;
    }

    /** Returns the value of the board so many positions earlier, if a pit has a seed to move and the block reaches so far back. */
    private int neighbour(int seeds, int steps) {
        return seeds > 0 && steps <= index ? values[index - steps] : 2 * layout.seeds + 1;
    }
}
