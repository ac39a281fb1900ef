package granary.engine;

import granary.awari.Awari;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * One thread's search: principal variation search with iterative deepening. Beyond the horizon it follows captures only.
 * All arrays are made beforehand; a node allocates nothing.
 *
 * <p>A full search to depth d finds the minimax value of depth d. An entry of the table is valid for its own depth, and for
 * deeper searches only if it is proven: no line that its value rests on met the horizon. The usual exception are repetitions: the table
 * knows a position but not the moves that led to it, and so not which positions would repeat. A proven value is certain nevertheless;
 * {@code docs/engine.md} says why.
 *
 * <p>A selective search looks less deeply at moves of low priority, and more deeply where there is one move only. Its estimates may
 * differ from those of minimax. Its proofs may not: no estimate reaches the score of a settled or certain win, so these
 * rest on sowings, the database and the ends of games alone.
 */
final class Search {
    /** The score of a win by the majority of seeds. */
    static final int MAJORITY = 20_000;

    /** The least score of a certain win by the database, by the end of the game or by a repetition. */
    static final int WIN = 10_000;

    /** The least score of a win by the database that is certain unless an earlier position of the game comes back. No estimate reaches it. */
    static final int SETTLED = 5_000;

    private static final int INFINITE = 30_000;
    static final int SEED = 100;

    /** Beyond the deepest search a line of captures continues at most until no seeds are left. */
    private static final int MAX_PLIES = Limits.MAX_DEPTH + MoveStack.MAX_SEEDS / 2 + 2;

    private static final int NODES_PER_CHECK = 256;

    /** Added to the guesses for a value that holds on this line only. */
    private static final long LOOP = 1L << 40;

    /** Half the width of the first window of a depth. */
    private static final int WINDOW = 60;

    /** The greatest depth at which an estimate far above the window ends a search. */
    private static final int PRUNED_DEPTH = 4;

    /** The greatest depth at which later moves are left out when the estimate is far below the window. */
    private static final int FUTILE_DEPTH = 2;

    /** The most that a move may gain on the estimate, in hundredths of a seed. */
    private static final int MARGIN = 150;

    /** The least depth at which later moves are searched less deeply at first. */
    private static final int REDUCED_DEPTH = 3;

    /** The least depth at which a position without a known best move is searched less deeply. */
    private static final int UNORDERED_DEPTH = 5;

    /** The least depth at which a move that is far better than all others is searched more deeply. */
    private static final int SINGULAR_DEPTH = 6;

    /** The number of plies by which the table may have searched it less deeply than now. */
    private static final int SINGULAR_BEHIND = 3;

    /** The margin by which it is better, in hundredths of a seed. */
    private static final int SINGULAR_MARGIN = 60;

    /** Stands for no best move. */
    private static final int NO_PIT = MoveStack.FRAME;

    /** The first bit of the slot of a rated move in its frame, counted from the last slot, and that of its priority. */
    private static final int SLOT = 18;

    private static final int LAST_SLOT = MoveStack.FRAME - 1;
    private static final int PRIORITY = 32;

    /** Praise is less than what a capture promises. */
    private static final int MOST_PRAISE = 1 << 18;

    /** Positions that this search visits between two turns of that for a proof. */
    private static final long TURN = 100_000;

    /** Positions that the search for a proof visits in each of its turns. */
    private static final long PROOF_TURN = 3 * TURN;

    private final SearchControl control;
    private final boolean[] present;
    private final Awari game;
    private final Certainty certainty;
    private final Evaluation evaluation;
    private final TranspositionTable table;
    private final MoveStack moves;
    /** True if every move is to have a score, of seeds; otherwise the majority of seeds is enough. */
    private final boolean isAll;

    /** All seeds, including those in the stores. */
    private final int total;
    /** The fewest plies after which a position can come back. */
    private final int cycle;
    /** The position to search. */
    private final Node root;
    /** With fewer seeds on the board, no position of the game so far can come back, except the root. */
    private final int safe;

    private final int[] board;
    /** By pit and seeds in it: how often, and how far from the horizon, its sowing cut off. */
    private final int[] history = new int[MoveStack.SOWINGS];

    /** Null for none. */
    private final ProofSearch prover;
    /** The number of nodes at which it has its next turn. */
    private long nextProof;

    private final int[] rootMoves;
    private final int[] rootScores;
    private final int rootCount;
    /** True if all legal moves lead into the database. */
    private final boolean isInside;
    /** True if the history decides open positions of the database, so that the search continues below them. */
    private final boolean isOpenSearched;
    /** True if the database leaves the result of the position that was last looked up open. */
    private boolean isOpen;

    private long nodes;
    private long probes;
    private long countedNodes;
    private long countedProbes;
    /**
     * Counts values that hold only for this depth, and {@link #LOOP} for those that hold only on this line. A node is proven if the
     * count stays the same below it. Guesses that its value does not rest on are taken back.
     */
    private long guesses;

    /** True if no deeper search can find more. */
    private boolean isFinal;
    /** The number of root moves that the present depth has searched; they come first. */
    private int rootSearched;
    /** The depth of the kept moves. */
    private int keptDepth;

    private List<Report.RatedMove> keptMoves = List.of();

    /**
     * Makes a search of a position that has a legal move.
     *
     * @param prover takes turns with this search once it takes long; null for none
     * @param provenFrom the positions to visit before the first turn of the prover
     */
    Search(SearchControl control, PlayedGame played, boolean isAll, ProofSearch prover, long provenFrom) {
        this.control = control;
        this.present = control.present;
        this.game = control.game;
        this.table = control.table;
        this.evaluation = Evaluation.of(game.pits());
        this.isAll = isAll;
        this.prover = prover;
        this.nextProof = prover == null ? Long.MAX_VALUE : provenFrom;
        this.moves = new MoveStack(game, MAX_PLIES + 1);
        this.board = new int[game.cells()];
        this.certainty = new Certainty(control.database);
        this.cycle = game.cells();
        Node last = null;
        for (PlayedGame.Moment moment : played.moments()) {
            last = new Node(last, 0, cycle - 2);
            last.own = moves.packOwn(moment.position());
            last.opponent = moves.packOpponent(moment.position());
            last.seeds = game.layer(moment.position());
            last.store = moment.taken()[moment.mover()];
            last.quiet = last.before != null && last.seeds == last.before.seeds ? last.before.quiet + 1 : 0;
        }
        this.root = last;
        this.safe = root.quiet == 0 ? root.seeds + 1 : root.seeds;
        for (int ply = 1; ply <= MAX_PLIES; ply++) {
            last = new Node(last, ply, cycle - 2);
        }
        int[] taken = played.now().taken();
        this.total = root.seeds + taken[0] + taken[1];
        this.rootCount = moves.generate(root.own, root.opponent, 0);
        this.rootMoves = Arrays.copyOf(moves.move, rootCount);
        this.isInside = Arrays.stream(rootMoves).allMatch(move -> present[root.seeds - MoveStack.captured(move)]);
        this.isOpenSearched = isInside && !isAll && !game.settlesEndlessPlay();
        this.rootScores = new int[rootCount];
    }

    /**
     * Deepens until a limit is reached or there is nothing more to find. Always finishes depth 1. The result is always of one
     * depth. When a depth is interrupted and every move is to have a score, that depth is dropped; otherwise the result is the moves
     * searched so far, unless all of them lose.
     *
     * @param step 1 to search every depth, 2 for every other depth, as helpers do
     * @param finished is called with each finished depth
     */
    void run(int step, IntConsumer finished) {
        for (int next = 1;
                next <= control.limits().depth() && !isDone() && !isStopped();
                next += next == 1 ? 1 : step) {
            try {
                searchRoot(next);
                keep(next);
                count();
                finished.accept(next);
            } catch (Stopped e) {
                if (prover != null && prover.isDone()) {
                    keepProof();
                } else if (!isAll && rootSearched > 0) {
                    keepSearched(next);
                }
                break;
            }
        }
        count();
    }

    private void keep(int depth) {
        keptDepth = depth;
        keptMoves = ratedMoves(depth);
    }

    /** Keeps the moves that an interrupted depth has searched. If all of them lose, the others come first, as in the depth before. */
    private void keepSearched(int depth) {
        if (rootScores[0] > -SETTLED || rootSearched == rootCount) {
            keep(depth);
            return;
        }
        List<Report.RatedMove> lost = ratedMoves(depth);
        List<Integer> pits = lost.stream().map(Report.RatedMove::move).toList();
        List<Report.RatedMove> rated = new ArrayList<>(keptMoves);
        rated.removeIf(other -> pits.contains(other.move()));
        rated.addAll(lost);
        keptMoves = rated;
    }

    /** Gives the search for a proof a turn. */
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
        List<Integer> line = keptMoves.get(0).move() == best ? keptMoves.get(0).line() : List.of(best);
        List<Report.RatedMove> rated = new ArrayList<>(List.of(new Report.RatedMove(best, proven, false, line)));
        for (Report.RatedMove other : keptMoves) {
            if (other.move() != best) {
                rated.add(new Report.RatedMove(other.move(), Math.min(other.score(), proven), true, other.line()));
            }
        }
        keptMoves = rated;
        isFinal = true;
    }

    private void count() {
        control.count(nodes - countedNodes, probes - countedProbes);
        countedNodes = nodes;
        countedProbes = probes;
    }

    /** Returns whether no deeper search can find more. */
    private boolean isDone() {
        return isFinal
                || keptDepth > 0 && (isInside && !isOpenSearched || !isAll && Math.abs(rootScores[0]) >= SETTLED);
    }

    private void searchRoot(int depth) {
        long before = guesses;
        int alpha = -INFINITE;
        rootSearched = 0;
        for (int i = 0; i < rootCount; i++) {
            int move = rootMoves[i];
            make(root, move);
            int score;
            if (isWide(depth)) {
                score = -search(root.next, depth - 1, -INFINITE, INFINITE);
            } else if (i == 0) {
                score = searchFirst(depth, rootScores[0]);
            } else {
                score = -search(root.next, depth - 1, -alpha - 1, -alpha);
                if (score > alpha) {
                    score = -search(root.next, depth - 1, -INFINITE, -alpha);
                }
            }
            // Moves that are only known not to be better than the best stay behind it, in their previous order.
            int to = i;
            while (to > 0 && score > rootScores[to - 1]) {
                rootScores[to] = rootScores[to - 1];
                rootMoves[to] = rootMoves[to - 1];
                to--;
            }
            rootScores[to] = score;
            rootMoves[to] = move;
            alpha = Math.max(alpha, score);
            rootSearched++;
        }
        isFinal = isCertain(alpha, guesses - before);
    }

    /** Returns whether every move is searched for its exact score. */
    private boolean isWide(int depth) {
        return isAll || depth == 1;
    }

    /** Searches the first move with a narrow window around its score at the previous depth, which usually is enough. */
    private int searchFirst(int depth, int expected) {
        int low = expected - WINDOW;
        int high = expected + WINDOW;
        while (true) {
            int score = -search(root.next, depth - 1, -high, -low);
            if (score <= low && low > -INFINITE) {
                low = -INFINITE;
            } else if (score >= high && high < INFINITE) {
                high = INFINITE;
            } else {
                return score;
            }
        }
    }

    /** Makes a move: writes the position after it into the next node. */
    private void make(Node node, int move) {
        int captured = MoveStack.captured(move);
        Node next = node.next;
        next.own = moves.nextOwn(node.opponent, move);
        next.opponent = moves.nextOpponent(node.own, move);
        next.seeds = node.seeds - captured;
        next.store = total - node.seeds - node.store;
        next.quiet = captured == 0 ? node.quiet + 1 : 0;
    }

    /** Returns whether to stop. Depth 1 is always finished. */
    private boolean isStopped() {
        return keptDepth > 0 && control.isStopped();
    }

    /** Counts, takes turns, and ends a stopped search: not at every position. */
    private void check() {
        count();
        if (nodes >= nextProof && keptDepth > 0) {
            prove();
        }
        if (isStopped()) {
            throw new Stopped();
        }
    }

    /** Returns the score for the mover, or a bound of it if it is outside alpha .. beta. */
    private int search(Node node, int depth, int alpha, int beta) {
        if (++nodes % NODES_PER_CHECK == 0) {
            check();
        }
        int mine = node.store;
        int theirs = total - node.seeds - mine;
        if (!isAll && 2 * Math.max(mine, theirs) >= total) {
            if (2 * mine > total) {
                return MAJORITY;
            }
            if (2 * theirs > total) {
                return -MAJORITY;
            }
            // A player with half of the seeds does not lose any more.
            if (2 * mine == total ? beta <= 0 : alpha >= 0) {
                return 0;
            }
        }
        if (node.quiet >= cycle && isRepetition(node)) {
            // After a root move, a position of the real game is repeated. Deeper, another path may not repeat one.
            guesses += node.ply == 1 ? 0 : LOOP;
            int left = Certainty.repetition(game, MoveStack.seeds(node.own), MoveStack.seeds(node.opponent));
            return outcome(mine - theirs + left);
        }
        if (present[node.seeds]) {
            isOpen = false;
            int value = known(node);
            if (!isOpen || depth <= 0 || !isOpenSearched) {
                guesses += isOpen ? 1 : 0;
                return value;
            }
        }
        return depth <= 0 ? searchCaptures(node, alpha, beta) : searchMoves(node, depth, alpha, beta);
    }

    /** Returns by how many seeds the mover is ahead. */
    private int difference(Node node) {
        return 2 * node.store - (total - node.seeds);
    }

    private int known(Node node) {
        probes++;
        moves.unpack(node.own, node.opponent, board);
        certainty.look(board, node.seeds);
        int lead = difference(node);
        // The player who answers the first move of a game need not come back to its first position. The other may have
        // to after a poor move.
        int least = lead + certainty.least(node.quiet <= 1);
        int most = lead + certainty.most(node.quiet == 0);
        if (least == most || (!isAll && (least > 0 || most < 0))) {
            return outcome(least > 0 ? least : most);
        }
        int guess = SEED * (lead + certainty.expected());
        if (!isAll && (lead + certainty.least(true) > 0 || lead + certainty.most(true) < 0)) {
            guesses++;
            return guess > 0 ? Math.min(WIN - 1, SETTLED + guess) : Math.max(1 - WIN, guess - SETTLED);
        }
        isOpen = true;
        return isAll ? guess : Math.max(1 - SETTLED, Math.min(SETTLED - 1, guess));
    }

    private int terminal(Node node) {
        moves.unpack(node.own, node.opponent, board);
        return outcome(difference(node) + game.terminalScore(board));
    }

    private int estimate(Node node) {
        if (present[node.seeds]) {
            return known(node);
        }
        int guess = SEED * difference(node) + evaluation.of(node.own, node.opponent, node.seeds);
        return Math.max(1 - SETTLED, Math.min(SETTLED - 1, guess));
    }

    private int searchCaptures(Node node, int alpha, int beta) {
        if (moves.isOver(node.own, node.opponent, node.ply)) {
            return terminal(node);
        }
        long before = guesses++;
        int best = estimate(node);
        if (best >= beta) {
            return best;
        }
        int first = node.ply * MoveStack.FRAME;
        int count = moves.generateCaptures(node.own, node.opponent, node.ply);
        for (int slot = first; slot < first + count && best < beta; slot++) {
            make(node, moves.move[slot]);
            long beforeMove = guesses;
            best = Math.max(best, -search(node.next, 0, -beta, -Math.max(alpha, best)));
            if (best >= beta && isCertain(best, guesses - beforeMove)) {
                guesses = before;
            }
        }
        return best;
    }

    /** Returns whether a value holds for any depth and on any line, by what was counted in guesses while it was found. */
    private boolean isCertain(int value, long counted) {
        return counted == 0 || (!isAll && Math.abs(value) >= SETTLED && counted < LOOP);
    }

    private int searchMoves(Node node, int depth, int alpha, int beta) {
        long key = key(node);
        long entry = table.probe(key, depth);
        boolean isSafe = node.seeds < safe || table.isOfThisSearch(entry);
        if (isAnswer(entry, isSafe, depth, alpha, beta)) {
            guesses += isSafe && TranspositionTable.isProven(entry) ? 0 : 1;
            return TranspositionTable.value(entry);
        }
        if (moves.isOver(node.own, node.opponent, node.ply)) {
            return terminal(node);
        }
        boolean isFutile = false;
        if (!isAll && depth <= PRUNED_DEPTH && beta - alpha == 1 && Math.abs(alpha) < SETTLED) {
            int estimate = estimate(node);
            if (estimate - MARGIN * depth >= beta) {
                guesses++;
                return estimate;
            }
            isFutile = depth <= FUTILE_DEPTH && estimate + MARGIN * (depth + 1) <= alpha;
        }
        return expand(node, depth, key, entry, isFutile, alpha, beta);
    }

    /**
     * Returns whether the value of an entry answers a search to some depth.
     *
     * @param isSafe whether what it proves cannot meet a position of the game so far
     */
    private boolean isAnswer(long entry, boolean isSafe, int depth, int alpha, int beta) {
        if (entry == TranspositionTable.NONE || !isSafe && Math.abs(TranspositionTable.value(entry)) >= SETTLED) {
            return false;
        }
        boolean isProven = isSafe && TranspositionTable.isProven(entry);
        int searched = TranspositionTable.depth(entry);
        if (searched != depth && !(isAll ? isProven && searched < depth : isProven || searched > depth)) {
            return false;
        }
        int value = TranspositionTable.value(entry);
        int bound = TranspositionTable.bound(entry);
        return bound == TranspositionTable.EXACT
                || (bound == TranspositionTable.LOWER ? value >= beta : value <= alpha);
    }

    private int expand(Node node, int wanted, long key, long entry, boolean isFutile, int alpha, int beta) {
        int tried = entry == TranspositionTable.NONE ? NO_PIT : TranspositionTable.pit(entry);
        int depth = wanted;
        int count = moves.generate(node.own, node.opponent, node.ply);
        if (!isAll && tried == NO_PIT && depth >= UNORDERED_DEPTH) {
            depth--;
        }
        if (!isAll && count == 1 && node.ply + depth < Limits.MAX_DEPTH) {
            depth++;
        }
        long before = guesses;
        int best = -INFINITE;
        int bestMove = 0;
        int more = isSingular(node, depth, count, entry) ? 1 : 0;
        rate(node, count, tried);
        for (int i = 0; i < count && best < beta; i++) {
            int move = next(node.rated, i, count);
            boolean isQuiet = MoveStack.captured(move) == 0;
            if (isFutile && i > 0 && isQuiet && best > -SETTLED) {
                guesses++;
                continue;
            }
            make(node, move);
            int low = Math.max(alpha, best);
            long beforeMove = guesses;
            int reach = depth
                    - 1
                    + (i == 0 ? more : 0)
                    - (!isAll && i > 0 && isQuiet && depth >= REDUCED_DEPTH ? reduction(i, depth) : 0);
            int high = i == 0 ? beta : low + 1;
            int score;
            while (true) {
                score = -search(node.next, reach, -high, -low);
                if (score <= low || (reach >= depth - 1 && (high == beta || score >= beta))) {
                    break;
                }
                high = reach < depth - 1 ? high : beta;
                reach = depth - 1;
                guesses = beforeMove;
            }
            if (score > best) {
                best = score;
                bestMove = move;
            }
            // One move is enough; guesses about the others do not matter.
            if (best >= beta && isCertain(best, guesses - beforeMove)) {
                guesses = before;
            }
        }
        if (isCertain(best, guesses - before)) {
            guesses = before;
        }
        if (best >= beta) {
            node.cutOff = MoveStack.pit(bestMove);
            praise(MoveStack.sowing(bestMove), depth);
        }
        int bound = best >= beta
                ? TranspositionTable.LOWER
                : best <= alpha ? TranspositionTable.UPPER : TranspositionTable.EXACT;
        // A win by a repetition is certain on this line only.
        if (guesses - before < LOOP || Math.abs(best) < SETTLED) {
            table.store(key, best, bound, wanted, guesses == before, MoveStack.pit(bestMove));
        }
        return best;
    }

    /**
     * Returns whether the best move that the table knows is far better than all others, by a search of half the depth: then it is searched
     * more deeply. (Singular extensions: T. Anantharaman, M. S. Campbell, F. Hsu, Artificial Intelligence 43, 1990.)
     */
    private boolean isSingular(Node node, int depth, int count, long entry) {
        if (isAll
                || depth < SINGULAR_DEPTH
                || count < 2
                || node.ply + depth >= Limits.MAX_DEPTH
                || entry == TranspositionTable.NONE
                || TranspositionTable.depth(entry) < depth - SINGULAR_BEHIND
                || TranspositionTable.bound(entry) == TranspositionTable.UPPER
                || Math.abs(TranspositionTable.value(entry)) >= SETTLED) {
            return false;
        }
        int least = TranspositionTable.value(entry) - SINGULAR_MARGIN;
        long before = guesses;
        int first = node.ply * MoveStack.FRAME;
        boolean isSingular = true;
        for (int slot = first; slot < first + count && isSingular; slot++) {
            int move = moves.move[slot];
            if (MoveStack.pit(move) != TranspositionTable.pit(entry)) {
                make(node, move);
                isSingular = -search(node.next, depth / 2 - 1, -least, 1 - least) < least;
            }
        }
        guesses = before; // no value rests on these
        return isSingular;
    }

    /** Returns by how much less deeply a later move is searched at first. */
    private static int reduction(int index, int depth) {
        return 1 + (index >= 3 ? 1 : 0) + (depth >= 6 ? 1 : 0);
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
    private void rate(Node node, int count, int tried) {
        int first = node.ply * MoveStack.FRAME;
        for (int i = 0; i < count; i++) {
            int move = moves.move[first + i];
            int pit = MoveStack.pit(move);
            int priority = (MoveStack.captured(move) << 21)
                    + ifEqual(pit, node.cutOff, 3 << 20)
                    + history[MoveStack.sowing(move)];
            priority |= ifEqual(pit, tried, Integer.MAX_VALUE);
            node.rated[i] = (long) priority << PRIORITY | slotBits(i) | move;
        }
    }

    /** Returns a number if two pits are the same, else 0. Without a branch, which would be mispredicted. */
    private static int ifEqual(int pit, int other, int number) {
        return (pit ^ other) - 1 >> 31 & number;
    }

    /** Returns the most promising of the moves that are left, the first of equals, and puts the move at {@code from} into its slot. */
    private static int next(long[] rated, int from, int count) {
        long most = rated[from];
        for (int i = from + 1; i < count; i++) {
            most = Math.max(most, rated[i]);
        }
        int slot = LAST_SLOT - ((int) (most >>> SLOT) & LAST_SLOT);
        rated[slot] = rated[from] & ~slotBits(0) | slotBits(slot);
        return (int) most & (1 << SLOT) - 1;
    }

    private static long slotBits(int slot) {
        return (long) (LAST_SLOT - slot) << SLOT;
    }

    /** Returns whether the position occurred before, since the last capture, with the same player to move. */
    private boolean isRepetition(Node node) {
        Node earlier = node.recent;
        for (int plies = cycle; plies <= node.quiet; plies += 2) {
            earlier = earlier.before.before;
            if (earlier.own == node.own && earlier.opponent == node.opponent) {
                return true;
            }
        }
        return false;
    }

    /** Returns the score of a game that is certain to end with a difference of seeds. */
    private int outcome(int difference) {
        return SEED * difference + (isAll ? 0 : WIN * Integer.signum(difference));
    }

    private long key(Node node) {
        return MoveStack.key(node.own, node.opponent, node.store + ((long) total << 8));
    }

    private List<Report.RatedMove> ratedMoves(int depth) {
        List<Report.RatedMove> rated = new ArrayList<>();
        for (int i = 0; i < rootSearched; i++) {
            int pit = MoveStack.pit(rootMoves[i]);
            boolean isBound = !isWide(depth) && i > 0;
            rated.add(new Report.RatedMove(pit, rootScores[i], isBound, isAll || i == 0 ? line(pit) : List.of(pit)));
        }
        return rated;
    }

    /** Returns the line of play from the root on that the table knows, beginning with a move. */
    private List<Integer> line(int first) {
        List<Integer> line = new ArrayList<>();
        Node node = root;
        int pit = first;
        while (pit >= 0 && node.ply < control.limits().depth() + 1) {
            int move = move(node, pit);
            if (move < 0) {
                break;
            }
            line.add(pit);
            make(node, move);
            node = node.next;
            long entry = table.probe(key(node), Limits.MAX_DEPTH);
            pit = isRepetition(node) || entry == TranspositionTable.NONE ? -1 : TranspositionTable.pit(entry);
        }
        return line;
    }

    private int move(Node node, int pit) {
        int first = node.ply * MoveStack.FRAME;
        int count = moves.generate(node.own, node.opponent, node.ply);
        return Arrays.stream(moves.move, first, first + count)
                .filter(move -> MoveStack.pit(move) == pit)
                .findFirst()
                .orElse(-1);
    }

    /** Returns what it has found, after depth 1, with what all threads have counted. */
    Report report() {
        int score = Math.abs(keptMoves.get(0).score());
        boolean isExact = isFinal && (isAll || score < SETTLED || score >= WIN);
        return new Report(keptDepth, keptMoves, isExact, control.nodes(), control.probes(), control.nanos());
    }

    /** Returns whether all legal moves lead into the database. */
    boolean isInside() {
        return isInside;
    }

    /** A position of the game so far, or of the line that is searched. */
    private static final class Node {
        final int ply;
        /** Null for the first position of the game. */
        final Node before;
        /** The last position that cannot be the same, with the same player to move; null if there is none. */
        final Node recent;
        /** Null for the last one. */
        Node next;

        long own;
        long opponent;
        /** The seeds on the board. */
        int seeds;
        /** The mover's store. */
        int store;
        /** The plies since the last capture. */
        int quiet;
        /** The pit whose sowing cut off last. */
        int cutOff;
        /** The moves that are left, each below its slot and its priority. */
        final long[] rated = new long[MoveStack.FRAME];

        Node(Node before, int ply, int toRecent) {
            this.before = before;
            this.ply = ply;
            Node earlier = this;
            for (int i = 0; i < toRecent && earlier != null; i++) {
                earlier = earlier.before;
            }
            this.recent = earlier;
            if (before != null) {
                before.next = this;
            }
        }
    }

    /** Unwinds the search when it is to end. */
    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Stopped() {
            super("stopped", null, false, false);
        }
    }
}
