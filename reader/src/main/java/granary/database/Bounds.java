package granary.database;

/**
 * The seeds on a board that the mover gets: at least those that the mover can force, at most those that the opponent cannot force. Both
 * hold whatever endless play is worth. They stand in one int, so that a lookup allocates nothing; it counts half
 * seeds, for the odd seed of an endless play that is shared.
 *
 * <p>Bounds are those of a position without a history. Where a repeated position ends the game, they hold at the start and after each
 * capture; later, the way to what a player can force may lead through a position that the game has seen.
 */
public final class Bounds {
    private static final int SEEDS_AT = 16;
    private static final int LEAST_AT = 8;
    private static final int MASK = 0xff;

    private Bounds() {}

    /** The result of a game for the mover. */
    public enum Outcome {
        /** The mover gets more than half of all seeds. */
        WIN,
        /** The opponent does. */
        LOSS,
        /** Both get half of them. */
        DRAW,
        /** It depends on what endless play is worth: on which position repeats. */
        OPEN
    }

    /** Returns the number of values in a file of bounds: pairs of what both sides can force, together as many seeds at most. */
    static int pairs(int seeds) {
        return pair(0, seeds + 1);
    }

    /**
     * Returns the value of a file that stands for what both sides can force.
     *
     * @param forced the seeds that the mover can force
     * @param conceded the seeds that the opponent can force
     */
    public static int pair(int forced, int conceded) {
        int both = forced + conceded;
        return both * (both + 1) / 2 + forced;
    }

    /** Returns the bounds in a layer that the values of its file stand for. */
    public static int[] byPair(int seeds) {
        int[] bounds = new int[Math.max(2, pairs(seeds))]; // the least radix is 2
        for (int conceded = 0; conceded <= seeds; conceded++) {
            for (int forced = 0; forced + conceded <= seeds; forced++) {
                bounds[pair(forced, conceded)] = ofHalves(seeds, 2 * forced, 2 * (seeds - conceded));
            }
        }
        return bounds;
    }

    /** Returns the bounds that a score is, where endless play is shared: least and most are the same. */
    static int ofScore(int seeds, int score) {
        return ofHalves(seeds, seeds + score, seeds + score);
    }

    private static int ofHalves(int seeds, int least, int most) {
        return seeds << SEEDS_AT | least << LEAST_AT | most;
    }

    /** Returns the bounds of a move: it captures so many seeds and leads to a position with these bounds for the opponent. */
    public static int before(int captured, int bounds) {
        int all = 2 * (seeds(bounds) + captured);
        return ofHalves(seeds(bounds) + captured, all - leastOrMost(bounds, 0), all - leastOrMost(bounds, LEAST_AT));
    }

    /** Returns the seeds on the board. */
    public static int seeds(int bounds) {
        return bounds >>> SEEDS_AT;
    }

    /** Returns the least number of seeds that the mover gets of them. */
    public static int least(int bounds) {
        return leastOrMost(bounds, LEAST_AT) / 2;
    }

    /** Returns the greatest number of seeds that the mover gets. If both share an odd seed, it is one more than the least. */
    public static int most(int bounds) {
        return (leastOrMost(bounds, 0) + 1) / 2;
    }

    private static int leastOrMost(int bounds, int at) {
        return bounds >>> at & MASK;
    }

    /** Returns whether the mover gets as much whatever endless play is worth. */
    public static boolean isExact(int bounds) {
        return leastOrMost(bounds, 0) == leastOrMost(bounds, LEAST_AT);
    }

    /**
     * Returns the result of a game. All its seeds are those on the board and those in the stores.
     *
     * @param ownStore the seeds that the mover has captured
     * @param opponentStore the seeds that the opponent has captured
     */
    public static Outcome outcome(int bounds, int ownStore, int opponentStore) {
        int ahead = ownStore - opponentStore - seeds(bounds);
        int atLeast = ahead + leastOrMost(bounds, LEAST_AT);
        int atMost = ahead + leastOrMost(bounds, 0);
        if (atLeast > 0) {
            return Outcome.WIN;
        }
        if (atMost < 0) {
            return Outcome.LOSS;
        }
        return atLeast == atMost ? Outcome.DRAW : Outcome.OPEN;
    }
}
