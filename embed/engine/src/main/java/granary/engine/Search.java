package granary.engine;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.database.Database;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * One thread's search: principal variation search with iterative deepening. Beyond the horizon it follows captures only.
 * All arrays are made beforehand; a node allocates nothing.
 *
 * <p>A full search to depth d finds the value of plain minimax to depth d. An entry of the table is valid for its own depth, and for
 * deeper searches only if it is proven: no line that its value rests on met the horizon. The usual exception are repetitions: the table
 * knows a position but not the moves that led to it, and so not which positions would repeat.
 *
 * <p>A selective search looks less deeply at moves that promise little, and more deeply where there is one move only. Its estimates may
 * differ from those of plain minimax. What it proves may not: no estimate reaches the score of a certain win, so a certain win or loss
 * rests on sowings, the database and the ends of games alone.
 */
final class Search {
    /** The score of a win by the majority of seeds. */
    static final int MAJORITY = 20_000;

    /** The least score of a certain win by the database, by the end of the game or by a repetition. */
    static final int WIN = 10_000;

    private static final int INFINITE = 30_000;
    private static final int SEED = 100;

    /** Beyond the deepest search a line of captures continues at most until no seeds are left. */
    private static final int MAX_PLIES = Limits.MAX_DEPTH + MoveStack.MAX_SEEDS / 2 + 2;

    private static final int NODES_PER_CHECK = 256;

    /** Counted in guesses for a value that holds on this line only. */
    private static final long LOOP = 1L << 40;

    /** Half the width of the first window of a depth. */
    private static final int WINDOW = 60;

    /** The greatest depth at which an estimate far above the window ends a search. */
    private static final int PRUNED_DEPTH = 4;

    /** The greatest depth at which later moves are left out when the estimate is far below the window. */
    private static final int FUTILE_DEPTH = 2;

    /** What a move may gain on the estimate, in hundredths of a seed. */
    private static final int MARGIN = 150;

    /** The least depth at which later moves are searched less deeply at first. */
    private static final int REDUCED_DEPTH = 3;

    /** The least depth at which a position without a known best move is searched less deeply. */
    private static final int UNORDERED_DEPTH = 5;

    /** Praise is less than what a capture promises. */
    private static final int MOST_PRAISE = 1 << 18;

    /** Positions that this search visits between two turns of that for a proof. */
    private static final long TURN = 100_000;

    /** Positions that the search for a proof visits in each of its turns. */
    private static final long PROOF_TURN = 3 * TURN;

    private final SearchControl control;
    private final Database database;
    private final boolean[] present;
    private final Awari game;
    private final Evaluation evaluation;
    private final TranspositionTable table;
    private final MoveStack moves;
    private final boolean isMajorityEnough;
    private final boolean isAll;
    private final boolean isSelective;

    /** All seeds, including those in the stores. */
    private final int total;
    /** The index of the root in the arrays below; the positions of the game so far come before it. */
    private final int root;
    /** Of each position: both sides, the seeds on the board, the mover's store, and the plies since the last capture. */
    private final long[] own;

    private final long[] opponent;
    private final int[] seeds;
    private final int[] store;
    private final int[] quiet;

    private final int[] board;
    private final int[] killer = new int[MAX_PLIES + 1];
    /** By pit and seeds in it: how often, and how far from the horizon, its sowing cut off. */
    private final int[] history = new int[MoveStack.FRAME << 7];
    /** By slot: what is to be tried first. */
    private final int[] promise = new int[(MAX_PLIES + 1) * MoveStack.FRAME];

    /** Null for none. */
    private final ProofSearch prover;
    /** The number of nodes at which it has its next turn. */
    private long nextProof;

    private final int[] rootPits;
    private final int[] rootSlots;
    private final int[] rootScores;
    private final int rootCount;
    private long nodes;
    private long probes;
    private long countedNodes;
    private long countedProbes;
    /**
     * Counts values that hold only for this depth, and {@link #LOOP} for those that hold only on this line. A node is proven if the
     * count stays the same below it. What its value does not rest on is taken back.
     */
    private long guesses;

    private boolean isExact;
    /** The number of root moves that the present depth has searched; they come first. */
    private int rootSearched;
    /** The depth of the kept moves and line. */
    private int keptDepth;

    private List<Report.RatedMove> keptMoves = List.of();
    private List<Integer> keptLine = List.of();

    /**
     * Makes a search of one or more of the legal moves.
     *
     * @param prover takes turns with this search once it takes long; null for none
     */
    Search(
            SearchControl control,
            PlayedGame played,
            Collection<Integer> among,
            boolean isMajorityEnough,
            boolean isAll,
            boolean isSelective,
            ProofSearch prover) {
        this.control = control;
        this.database = control.database();
        this.present = control.present();
        this.game = control.game();
        this.table = control.table();
        this.evaluation = Evaluation.of(game.pits());
        this.isMajorityEnough = isMajorityEnough;
        this.isAll = isAll;
        this.isSelective = isSelective;
        this.prover = prover;
        this.nextProof = prover == null ? Long.MAX_VALUE : prover.first();
        List<PlayedGame.Moment> moments = played.moments();
        this.root = moments.size() - 1;
        this.moves = new MoveStack(game, MAX_PLIES + 1);
        int length = root + MAX_PLIES + 1;
        this.own = new long[length];
        this.opponent = new long[length];
        this.seeds = new int[length];
        this.store = new int[length];
        this.quiet = new int[length];
        this.board = new int[game.cells()];
        for (int i = 0; i <= root; i++) {
            PlayedGame.Moment moment = moments.get(i);
            own[i] = moves.packOwn(moment.position());
            opponent[i] = moves.packOpponent(moment.position());
            seeds[i] = game.layer(moment.position());
            store[i] = moment.taken()[moment.mover()];
            quiet[i] = i > 0 && seeds[i] == seeds[i - 1] ? quiet[i - 1] + 1 : 0;
        }
        int[] taken = played.now().taken();
        this.total = seeds[root] + taken[0] + taken[1];
        this.rootPits = Arrays.copyOf(moves.pit, moves.generate(own[root], opponent[root], 0));
        this.rootSlots = IntStream.range(0, rootPits.length)
                .filter(slot -> among.contains(rootPits[slot]))
                .toArray();
        this.rootCount = rootSlots.length;
        this.rootScores = new int[rootCount];
    }

    /**
     * Deepens until a limit is reached or there is nothing more to find. Always finishes depth 1. The result is always of one
     * depth. When a depth is interrupted and every move is to have a score, that depth is dropped; otherwise the result is the moves
     * that it has searched.
     *
     * @param step 1 to search every depth, 2 for every other depth, as helpers do
     * @param finished is called with each finished depth
     */
    void run(int step, IntConsumer finished) {
        for (int next = 1; next <= control.limits().depth() && !isDone(); next += next == 1 ? 1 : step) {
            try {
                searchRoot(next);
                keep(next);
                count();
                finished.accept(next);
            } catch (Stopped e) {
                if (prover != null && prover.isDone()) {
                    keepProof();
                } else if (!isAll && rootSearched > 0) {
                    keep(next);
                }
                break;
            }
        }
        count();
    }

    private void keep(int depth) {
        keptDepth = depth;
        keptMoves = ratedMoves();
        keptLine = bestLine();
    }

    /** Has a turn of work on a proof. */
    private void prove() {
        nextProof = nodes + TURN;
        prover.run(keptMoves.get(0).score(), PROOF_TURN);
        if (prover.isDone()) {
            throw new Stopped();
        }
    }

    /** Puts the move that is proven to win or to hold the draw first. If the game is lost, no move is better than another. */
    private void keepProof() {
        int proven = (WIN + SEED) * prover.winner();
        int best = prover.winner() < 0 ? keptMoves.get(0).move() : prover.pit();
        List<Report.RatedMove> rated = new ArrayList<>(List.of(new Report.RatedMove(best, proven)));
        for (Report.RatedMove other : keptMoves) {
            if (other.move() != best) {
                rated.add(new Report.RatedMove(other.move(), Math.min(other.score(), proven)));
            }
        }
        keptLine = keptLine.get(0) == best ? keptLine : List.of(best);
        keptMoves = rated;
        isExact = true;
    }

    private void count() {
        control.count(nodes - countedNodes, probes - countedProbes);
        countedNodes = nodes;
        countedProbes = probes;
    }

    /** Returns whether no deeper search can find more. */
    private boolean isDone() {
        return isExact || (isMajorityEnough && !isAll && Math.abs(rootScores[0]) >= WIN);
    }

    private void searchRoot(int depth) {
        long before = guesses;
        int alpha = -INFINITE;
        boolean isWide = isAll || depth == 1;
        rootSearched = 0;
        for (int i = 0; i < rootCount; i++) {
            int slot = rootSlots[i];
            make(root, slot);
            int score;
            if (isWide) {
                score = -search(root + 1, depth - 1, -INFINITE, INFINITE);
            } else if (i == 0) {
                score = searchFirst(depth, rootScores[0]);
            } else {
                score = -search(root + 1, depth - 1, -alpha - 1, -alpha);
                if (score > alpha) {
                    score = -search(root + 1, depth - 1, -INFINITE, -alpha);
                }
            }
            // Moves that are only known not to be better than the best stay behind it, in their previous order.
            int to = i;
            while (to > 0 && score > rootScores[to - 1]) {
                rootScores[to] = rootScores[to - 1];
                rootSlots[to] = rootSlots[to - 1];
                to--;
            }
            rootScores[to] = score;
            rootSlots[to] = slot;
            alpha = Math.max(alpha, score);
            rootSearched++;
        }
        isExact = guesses == before || (isSelective && Math.abs(alpha) >= WIN && guesses - before < LOOP);
    }

    /** Searches the first move with a narrow window around its score at the previous depth, which usually is enough. */
    private int searchFirst(int depth, int expected) {
        int low = isSelective ? expected - WINDOW : -INFINITE;
        int high = isSelective ? expected + WINDOW : INFINITE;
        while (true) {
            int score = -search(root + 1, depth - 1, -high, -low);
            if (score <= low && low > -INFINITE) {
                low = -INFINITE;
            } else if (score >= high && high < INFINITE) {
                high = INFINITE;
            } else {
                return score;
            }
        }
    }

    /** Makes the move in a slot: writes the position after it at the next index. */
    private void make(int at, int slot) {
        int captured = moves.captured[slot];
        own[at + 1] = moves.own[slot];
        opponent[at + 1] = moves.opponent[slot];
        seeds[at + 1] = seeds[at] - captured;
        store[at + 1] = total - seeds[at] - store[at];
        quiet[at + 1] = captured == 0 ? quiet[at] + 1 : 0;
    }

    /** Returns the score for the mover, or a bound of it where it is outside alpha .. beta. */
    private int search(int at, int depth, int alpha, int beta) {
        if (++nodes % NODES_PER_CHECK == 0) {
            count();
            if (nodes >= nextProof && keptDepth > 0) {
                prove();
            }
        }
        // Depth 1 is always finished.
        if (keptDepth > 0 && control.isStopped()) {
            throw new Stopped();
        }
        int difference = 2 * store[at] - (total - seeds[at]);
        if (isMajorityEnough) {
            if (2 * store[at] > total) {
                return MAJORITY;
            }
            if (2 * (store[at] - difference) > total) {
                return -MAJORITY;
            }
            // A player with half of the seeds does not lose any more.
            if (isSelective
                    && (2 * store[at] == total ? beta <= 0 : 2 * (store[at] - difference) == total && alpha >= 0)) {
                return 0;
            }
        }
        if (isRepetition(at)) {
            // After a root move, a position of the real game is repeated. Deeper, another path may not repeat one.
            guesses += at == root + 1 ? 0 : LOOP;
            return outcome(difference + repetitionScore(at));
        }
        if (seeds[at] < present.length && present[seeds[at]]) {
            probes++;
            moves.unpack(own[at], opponent[at], board);
            return outcome(difference + database.score(board));
        }
        return depth <= 0
                ? searchCaptures(at, difference, alpha, beta)
                : searchMoves(at, depth, difference, alpha, beta);
    }

    private int terminal(int at, int difference) {
        moves.unpack(own[at], opponent[at], board);
        return outcome(difference + game.terminalScore(board));
    }

    private int estimate(int at, int difference) {
        int guess = SEED * difference + evaluation.of(own[at], opponent[at], seeds[at]);
        return Math.max(1 - WIN, Math.min(WIN - 1, guess));
    }

    private int searchCaptures(int at, int difference, int alpha, int beta) {
        int frame = at - root;
        if (moves.isOver(own[at], opponent[at], frame)) {
            return terminal(at, difference);
        }
        long before = guesses++;
        int best = estimate(at, difference);
        if (best >= beta) {
            return best;
        }
        int first = frame * MoveStack.FRAME;
        int count = moves.generateCaptures(own[at], opponent[at], frame);
        for (int slot = first; slot < first + count && best < beta; slot++) {
            make(at, slot);
            long beforeMove = guesses;
            best = Math.max(best, -search(at + 1, 0, -beta, -Math.max(alpha, best)));
            if (best >= beta && isCertain(best, guesses - beforeMove)) {
                guesses = before;
            }
        }
        return best;
    }

    /** Returns whether a value holds for any depth and on any line, by what was counted in guesses while it was found. */
    private boolean isCertain(int value, long counted) {
        return counted == 0 || (isSelective && Math.abs(value) >= WIN && counted < LOOP);
    }

    private int searchMoves(int at, int wanted, int difference, int alpha, int beta) {
        int depth = wanted;
        long key = key(at);
        long entry = table.probe(key, wanted);
        int tried = -1;
        if (entry != TranspositionTable.NONE) {
            boolean isProven = TranspositionTable.isProven(entry);
            int searched = TranspositionTable.depth(entry);
            if (searched == depth || (isSelective ? isProven || searched > depth : isProven && searched < depth)) {
                int value = TranspositionTable.value(entry);
                int bound = TranspositionTable.bound(entry);
                if (bound == TranspositionTable.EXACT
                        || (bound == TranspositionTable.LOWER ? value >= beta : value <= alpha)) {
                    guesses += isProven ? 0 : Math.abs(value) >= WIN ? LOOP : 1;
                    return value;
                }
            }
            tried = TranspositionTable.pit(entry);
        }
        int frame = at - root;
        if (moves.isOver(own[at], opponent[at], frame)) {
            return terminal(at, difference);
        }
        boolean mayPrune = isSelective && depth <= PRUNED_DEPTH && beta - alpha == 1 && Math.abs(alpha) < WIN;
        boolean isFutile = false;
        if (mayPrune) {
            int estimate = estimate(at, difference);
            if (estimate - MARGIN * depth >= beta) {
                guesses++;
                return estimate;
            }
            if (depth <= FUTILE_DEPTH && estimate + MARGIN * (depth + 1) <= alpha) {
                isFutile = true;
            }
        }
        int count = moves.generate(own[at], opponent[at], frame);
        if (isSelective && tried < 0 && depth >= UNORDERED_DEPTH) {
            depth--;
        }
        if (isSelective && count == 1 && frame + depth < Limits.MAX_DEPTH) {
            depth++;
        }
        long before = guesses;
        int first = frame * MoveStack.FRAME;
        int best = -INFINITE;
        int bestPit = 0;
        promise(at, first, count, tried, killer[frame]);
        for (int i = 0; i < count && best < beta; i++) {
            int slot = first + i;
            next(slot, first + count);
            boolean isQuiet = moves.captured[slot] == 0;
            if (isFutile && i > 0 && isQuiet && best > -WIN) {
                guesses++;
                continue;
            }
            make(at, slot);
            int low = Math.max(alpha, best);
            long beforeMove = guesses;
            int score;
            if (i == 0) {
                score = -search(at + 1, depth - 1, -beta, -low);
            } else {
                int less = isSelective && isQuiet && depth >= REDUCED_DEPTH ? reduction(i, depth) : 0;
                score = -search(at + 1, depth - 1 - less, -low - 1, -low);
                if (score > low && less > 0) {
                    guesses = beforeMove;
                    score = -search(at + 1, depth - 1, -low - 1, -low);
                }
                if (score > low && score < beta) {
                    guesses = beforeMove;
                    score = -search(at + 1, depth - 1, -beta, -low);
                }
            }
            if (score > best) {
                best = score;
                bestPit = moves.pit[slot];
            }
            // One move is enough; what was guessed of the others does not matter.
            if (best >= beta && isCertain(best, guesses - beforeMove)) {
                guesses = before;
            }
        }
        if (isCertain(best, guesses - before)) {
            guesses = before;
        }
        if (best >= beta) {
            killer[frame] = bestPit;
            praise(sowing(at, bestPit), depth);
        }
        int bound = best >= beta
                ? TranspositionTable.LOWER
                : best <= alpha ? TranspositionTable.UPPER : TranspositionTable.EXACT;
        table.store(key, best, bound, wanted, guesses == before, bestPit);
        return best;
    }

    /** Returns by how much less deeply a later move is searched at first. */
    private static int reduction(int place, int depth) {
        return 1 + (place >= 3 ? 1 : 0) + (depth >= 6 ? 1 : 0);
    }

    /** Returns the index in the history of sowing a pit: the pit and its seeds. */
    private int sowing(int at, int pit) {
        return pit << 7 | (int) (own[at] >>> 8 * pit) & 0xff;
    }

    private void praise(int sowing, int depth) {
        history[sowing] += depth * depth;
        if (history[sowing] > MOST_PRAISE) {
            for (int i = 0; i < history.length; i++) {
                history[i] >>= 1;
            }
        }
    }

    /** Rates the moves of a frame: the earlier best move, captures by size, the move that cut off a sibling, the rest by history. */
    private void promise(int at, int first, int count, int tried, int cutOff) {
        for (int slot = first; slot < first + count; slot++) {
            int pit = moves.pit[slot];
            promise[slot] = pit == tried
                    ? Integer.MAX_VALUE
                    : (moves.captured[slot] << 21) + (pit == cutOff ? 3 << 20 : 0) + history[sowing(at, pit)];
        }
    }

    /** Puts the most promising slot of the rest first. */
    private void next(int from, int end) {
        int chosen = from;
        for (int slot = from + 1; slot < end; slot++) {
            if (promise[slot] > promise[chosen]) {
                chosen = slot;
            }
        }
        moves.swap(from, chosen);
        int kept = promise[from];
        promise[from] = promise[chosen];
        promise[chosen] = kept;
    }

    /** Returns whether the position occurred before, since the last capture, with the same player to move. */
    private boolean isRepetition(int at) {
        for (int i = at - 2; i >= at - quiet[at]; i -= 2) {
            if (own[i] == own[at] && opponent[i] == opponent[at]) {
                return true;
            }
        }
        return false;
    }

    /** Returns the score of a repetition, which ends the game: each side keeps its own row, or the seeds left count for nobody. */
    private int repetitionScore(int at) {
        return game.rules() == RuleSet.ABAPA
                ? MoveStack.seeds(own[at]) - MoveStack.seeds(opponent[at])
                : game.scoring().cycleValue();
    }

    /** Returns the score of a game that is certain to end with a difference of seeds. */
    private int outcome(int difference) {
        return SEED * difference + (isMajorityEnough ? WIN * Integer.signum(difference) : 0);
    }

    private long key(int at) {
        long hash = own[at] * 0x9e3779b97f4a7c15L;
        hash = (hash ^ hash >>> 32 ^ opponent[at]) * 0xd6e8feb86659fd93L;
        hash = (hash ^ hash >>> 32 ^ store[at] + ((long) total << 8)) * 0xff51afd7ed558ccdL;
        return hash ^ hash >>> 29;
    }

    private List<Report.RatedMove> ratedMoves() {
        List<Report.RatedMove> rated = new ArrayList<>();
        for (int i = 0; i < rootSearched; i++) {
            rated.add(new Report.RatedMove(rootPits[rootSlots[i]], rootScores[i]));
        }
        return rated;
    }

    /** Returns the line of play from the root on that the table knows, beginning with the best move. */
    private List<Integer> bestLine() {
        List<Integer> line = new ArrayList<>();
        int at = root;
        int pit = rootPits[rootSlots[0]];
        while (pit >= 0 && at - root < control.limits().depth() + 1) {
            int slot = slot(at, pit);
            if (slot < 0) {
                break;
            }
            line.add(pit);
            make(at, slot);
            at++;
            long entry = table.probe(key(at), Limits.MAX_DEPTH);
            pit = isRepetition(at) || entry == TranspositionTable.NONE ? -1 : TranspositionTable.pit(entry);
        }
        return line;
    }

    private int slot(int at, int pit) {
        int first = (at - root) * MoveStack.FRAME;
        int count = moves.generate(own[at], opponent[at], at - root);
        for (int slot = first; slot < first + count; slot++) {
            if (moves.pit[slot] == pit) {
                return slot;
            }
        }
        return -1;
    }

    /** Returns the moves with their scores at {@link #depth}, best first. */
    List<Report.RatedMove> moves() {
        return keptMoves;
    }

    /** Returns the expected line of play, as far as it is known. */
    List<Integer> line() {
        return keptLine;
    }

    /** Returns whether the score of the best move is final. */
    boolean isExact() {
        return isExact;
    }

    /** Returns the number of moves that it looked ahead. */
    int depth() {
        return keptDepth;
    }

    /** Unwinds the search when it is to end. */
    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Stopped() {
            super("stopped", null, false, false);
        }
    }
}
