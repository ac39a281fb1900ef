package granary.engine;

import granary.awari.Awari;
import java.util.Arrays;
import java.util.List;

/**
 * Proves who wins, by depth-first proof-number search. It asks two questions: does the mover capture more than the opponent, and does
 * the mover capture at least as much? An estimate only orders the moves; an answer rests on sowings, the database and the ends of games.
 *
 * <p>Each position has two numbers for its mover's need, the difference of seeds that is still missing: how hard the need is to prove, and
 * how hard to disprove. The search goes where the least is missing. One move that leaves the opponent's need unmet is a proof; a disproof
 * takes all moves.
 *
 * <p>A line that repeats a position proves nothing to either side. So an answer does not depend on the moves before the position, and the
 * table need not know them. Such lines are rare: a repetition takes a dozen moves without a capture.
 *
 * <p>A search resumes where it was interrupted. A node allocates nothing. For one thread.
 */
final class ProofSearch {
    /** The most plies that it looks ahead. A longer line proves nothing. */
    private static final int MAX_PLIES = 250;

    private static final int NEVER = ProofTable.NEVER;
    private static final int NO_LIMIT = NEVER + 1;
    private static final int SEED = 100;

    /** The largest number of a position that was not searched. */
    private static final int MOST_HARDNESS = 1 << 16;

    private static final long POSITIONS_PER_CHECK = 256;

    /** A seed more on the board makes a position as hard as that many hundredths of a seed more to win. */
    private static final int HARDER_BY_SEED = 60;

    /** The numbers of a position whose estimate is just what is needed, if it had no seeds. */
    private static final int EVEN = 4;

    /** The largest advantage that matters, in hundredths of a seed. */
    private static final int MOST_ADVANTAGE = 20_00;

    /** By hundredths of a seed, from {@link #MOST_ADVANTAGE} below 0: how hard a position seems. */
    private static final int[] HARDNESS = new int[2 * MOST_ADVANTAGE + HARDER_BY_SEED * MoveStack.MAX_SEEDS + 1];

    /** By number of pits with seeds: what the choice is worth, three seeds for twice as many; that of four, nothing. */
    static final int[] CHOICE = {0, -600, -300, -125, 0, 97, 175, 242, 300};

    /** The advantage that doubles the one number and halves the other. */
    private static final double DOUBLED = 300;

    static {
        // None is so near to a half that the last bit of a power matters.
        Arrays.setAll(HARDNESS, i -> (int) Math.max(
                1, Math.min(MOST_HARDNESS, Math.round(EVEN * Math.pow(2, (i - MOST_ADVANTAGE) / DOUBLED)))));
    }

    private final SearchControl control;
    private final Awari game;
    private final Certainty certainty;
    private final Evaluation evaluation;
    private final ProofTable table;
    private final MoveStack moves;

    /** The index of the root in the arrays below; the positions of the game so far come before it. */
    private final int root;

    private final int rootDifference;
    /** By index of a position: both sides, the seeds on the board, the mover's need, and the plies since the last capture. */
    private final long[] own;

    private final long[] opponent;
    private final int[] seeds;
    private final int[] need;
    private final int[] quiet;

    /** By slot: the position after the move, its numbers and its key. */
    private final long[] nextOwn = new long[(MAX_PLIES + 1) * MoveStack.FRAME];

    private final long[] nextOpponent = new long[nextOwn.length];
    private final int[] proofs = new int[nextOwn.length];

    private final int[] disproofs = new int[proofs.length];
    private final long[] keys = new long[proofs.length];
    private final int[] board;

    private long visited;
    private long probed;
    private long countedVisited;
    private long countedProbed;
    private long limit;
    /** The numbers of the position that {@link #search} left last. */
    private int proof;

    private int disproof;
    /** Keeps loads that are only made early from being optimized away. */
    @SuppressWarnings("UnusedVariable")
    private long touched;

    /** The results that are possible for the mover, from the lowest to the highest: -1 for a loss, 0 for a draw, 1 for a win. */
    private int lowest = -1;

    private int highest = 1;
    /** The move that proves the lowest; -1 for a loss. */
    private int pit = -1;

    private boolean isHoldNext;

    /**
     * Makes a search.
     *
     * @param table the table to use; no other search uses it at the same time
     */
    ProofSearch(SearchControl control, PlayedGame played, ProofTable table) {
        this.control = control;
        this.game = control.game;
        this.evaluation = Evaluation.of(game.pits());
        this.table = table;
        this.moves = new MoveStack(game, MAX_PLIES + 1);
        this.board = new int[game.cells()];
        this.certainty = new Certainty(control.database);
        List<PlayedGame.Moment> moments = played.moments();
        this.root = moments.size() - 1;
        int length = root + MAX_PLIES + 1;
        this.own = new long[length];
        this.opponent = new long[length];
        this.seeds = new int[length];
        this.need = new int[length];
        this.quiet = new int[length];
        for (int i = 0; i <= root; i++) {
            PlayedGame.Moment moment = moments.get(i);
            own[i] = moves.packOwn(moment.position());
            opponent[i] = moves.packOpponent(moment.position());
            seeds[i] = game.layer(moment.position());
            quiet[i] = i > 0 && seeds[i] == seeds[i - 1] ? quiet[i - 1] + 1 : 0;
        }
        PlayedGame.Moment now = played.now();
        this.rootDifference = now.taken()[now.mover()] - now.taken()[1 - now.mover()];
    }

    /**
     * Searches a number of positions, until the winner is known or the search is stopped.
     *
     * @param expected positive for a win, negative for a loss, 0 if unknown: what to try first
     */
    void run(int expected, long positions) {
        if (visited == 0) {
            table.begin();
        }
        int wanted = choose(expected);
        limit = visited + positions;
        need[root] = wanted - rootDifference;
        search(root, NO_LIMIT, NO_LIMIT);
        count();
        if (proof == 0) {
            lowest = wanted;
            pit = provingPit();
        } else if (disproof == 0) {
            highest = wanted - 1;
        }
    }

    /** Returns the difference of seeds to prove or disprove: 1 for a win, 0 for a win or a draw. */
    private int choose(int expected) {
        if (lowest == 0 || highest == 0) {
            return highest;
        }
        isHoldNext ^= true;
        return expected < 0 || (expected == 0 && isHoldNext) ? 0 : 1;
    }

    /** Returns whether the winner is known. */
    boolean isDone() {
        return lowest == highest;
    }

    /** Returns 1 for a proven win of the mover, -1 for a loss, 0 for a draw. Only when it is done. */
    int winner() {
        return lowest;
    }

    /** Returns the move that wins or holds the draw; -1 for a loss. */
    int pit() {
        return pit;
    }

    /** Returns the number of positions visited. */
    long visited() {
        return visited;
    }

    private int provingPit() {
        int slot = 0;
        while (disproofs[slot] != 0) {
            slot++;
        }
        return MoveStack.pit(moves.move[slot]);
    }

    private void count() {
        control.count(visited - countedVisited, probed - countedProbed);
        countedVisited = visited;
        countedProbed = probed;
    }

    private boolean isToEnd() {
        return visited >= limit || control.isStopped();
    }

    /**
     * Searches a position until one of its numbers reaches its limit, or the time is over. Leaves the numbers in {@link #proof} and
     * {@link #disproof}.
     */
    private void search(int at, int proofLimit, int disproofLimit) {
        long before = visited;
        int frame = at - root;
        int first = frame * MoveStack.FRAME;
        int end = first + moves.generate(own[at], opponent[at], frame);
        if (end == first) {
            settle(terminal(own[at], opponent[at]) >= need[at]);
            return;
        }
        expand(at, first, end);
        if (visited - countedVisited >= POSITIONS_PER_CHECK) {
            count();
        }
        while (true) {
            int best = -1;
            int second = NEVER;
            int easiest = NEVER;
            long sum = 0;
            for (int slot = first; slot < end; slot++) {
                sum += proofs[slot];
                if (proofs[slot] == 0) {
                    continue;
                }
                if (best < 0
                        || disproofs[slot] < easiest
                        || (disproofs[slot] == easiest && proofs[slot] < proofs[best])) {
                    second = easiest;
                    easiest = disproofs[slot];
                    best = slot;
                } else {
                    second = Math.min(second, disproofs[slot]);
                }
            }
            int all = (int) Math.min(sum, NEVER);
            boolean isKnown = easiest == 0 || all == 0 || (easiest == NEVER && all == NEVER);
            if (isKnown || easiest >= proofLimit || all >= disproofLimit || isToEnd()) {
                proof = easiest;
                disproof = easiest == 0 ? NEVER : all;
                break;
            }
            // Half more than the second best: a change between two moves also costs time.
            int forMover = second == NEVER ? proofLimit : (int) Math.min(proofLimit, second + second / 2L + 1);
            int forOpponent = disproofLimit > NEVER ? disproofLimit : (int) (disproofLimit - sum + proofs[best]);
            make(at, best);
            search(at + 1, forOpponent, forMover);
            proofs[best] = proof;
            disproofs[best] = disproof;
        }
        // A position that looks hopeless because of a repetition may not repeat one elsewhere.
        boolean isHopeless = proof == NEVER ? disproof > 0 : disproof == NEVER && proof > 0;
        if (at > root && !isHopeless) {
            table.store(MoveStack.key(own[at], opponent[at], need[at]), proof, disproof, visited - before);
        }
    }

    private void settle(boolean isReached) {
        proof = isReached ? 0 : NEVER;
        disproof = isReached ? NEVER : 0;
    }

    /** Gives every move of a position its numbers. The table is read for all of them at once, because it is far away. */
    private void expand(int at, int first, int end) {
        visited += end - first;
        long loads = 0;
        for (int slot = first; slot < end; slot++) {
            int move = moves.move[slot];
            nextOwn[slot] = moves.nextOwn(opponent[at], move);
            nextOpponent[slot] = moves.nextOpponent(own[at], move);
            keys[slot] = MoveStack.key(nextOwn[slot], nextOpponent[slot], needAfter(at, slot));
            loads ^= table.touch(keys[slot]);
        }
        touched = loads;
        for (int slot = first; slot < end; slot++) {
            rate(at, slot);
        }
    }

    private int needAfter(int at, int slot) {
        return 1 - need[at] + MoveStack.captured(moves.move[slot]);
    }

    private void rate(int at, int slot) {
        long ownSide = nextOwn[slot];
        long opponentSide = nextOpponent[slot];
        int left = seeds[at] - MoveStack.captured(moves.move[slot]);
        int needed = needAfter(at, slot);
        boolean isHeld = control.present[left];
        int score = 0;
        int least = -left;
        int most = left;
        if (isHeld && needed > least && needed <= most) {
            probed++;
            moves.unpack(ownSide, opponentSide, board);
            certainty.look(board, left);
            boolean isFresh = left < seeds[at];
            least = certainty.least(isFresh);
            most = certainty.most(isFresh);
            score = needed > least && needed <= most ? certainty.expected() : 0;
        }
        if (needed <= least || needed > most) {
            rate(slot, needed <= least);
        } else if (at - root + 1 >= MAX_PLIES || isRepetition(at, slot)) {
            proofs[slot] = NEVER;
            disproofs[slot] = NEVER;
        } else if (ownSide == 0) {
            rate(slot, terminal(ownSide, opponentSide) >= needed);
        } else {
            long entry = table.probe(keys[slot]);
            if (entry == ProofTable.NONE) {
                int estimate = isHeld
                        ? SEED * score
                        : evaluation.of(ownSide, opponentSide, left) + CHOICE[MoveStack.filledPits(ownSide)];
                int advantage = estimate - SEED * needed + SEED / 2;
                int inRange = Math.max(-MOST_ADVANTAGE, Math.min(MOST_ADVANTAGE, advantage));
                int even = MOST_ADVANTAGE + HARDER_BY_SEED * left;
                proofs[slot] = HARDNESS[even - inRange];
                disproofs[slot] = HARDNESS[even + inRange];
            } else {
                proofs[slot] = ProofTable.proof(entry);
                disproofs[slot] = ProofTable.disproof(entry);
            }
        }
    }

    private void rate(int slot, boolean isReached) {
        proofs[slot] = isReached ? 0 : NEVER;
        disproofs[slot] = isReached ? NEVER : 0;
    }

    private int terminal(long ownSide, long opponentSide) {
        moves.unpack(ownSide, opponentSide, board);
        return game.terminalScore(board);
    }

    /** Returns whether a move leads to a position that occurred before, since the last capture. */
    private boolean isRepetition(int at, int slot) {
        if (MoveStack.captured(moves.move[slot]) == 0) {
            // Not before each pit was sown.
            for (int i = at + 1 - game.cells(); i >= at - quiet[at]; i -= 2) {
                if (own[i] == nextOwn[slot] && opponent[i] == nextOpponent[slot]) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Makes the move in a slot: writes the position after it at the next index. */
    private void make(int at, int slot) {
        own[at + 1] = nextOwn[slot];
        opponent[at + 1] = nextOpponent[slot];
        seeds[at + 1] = seeds[at] - MoveStack.captured(moves.move[slot]);
        need[at + 1] = needAfter(at, slot);
        quiet[at + 1] = MoveStack.captured(moves.move[slot]) == 0 ? quiet[at] + 1 : 0;
    }
}
