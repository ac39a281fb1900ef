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
 * <p>A search to depth d finds the value of plain minimax to depth d. An entry of the table is valid for its own depth, and for
 * deeper searches only if it is proven: no line below it met the horizon. The usual exception are repetitions: the table knows a
 * position but not the moves that led to it, and so not which positions would repeat.
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

    private final SearchControl control;
    private final Database database;
    private final boolean[] present;
    private final Awari game;
    private final TranspositionTable table;
    private final MoveStack moves;
    private final boolean isMajorityEnough;
    private final boolean isAll;

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
    private final int[] rootPits;
    private final int[] rootSlots;
    private final int[] rootScores;
    private final int rootCount;
    private long nodes;
    private long probes;
    private long countedNodes;
    private long countedProbes;
    /** Counts values that hold only for this depth or this line. A node is proven if the count stays the same below it. */
    private long guesses;

    private boolean isExact;
    /** The number of root moves that the present depth has searched; they come first. */
    private int rootSearched;
    /** The depth of the kept moves and line. */
    private int keptDepth;

    private List<Report.RatedMove> keptMoves = List.of();
    private List<Integer> keptLine = List.of();

    /** Makes a search of one or more of the legal moves. */
    Search(
            SearchControl control,
            PlayedGame played,
            Collection<Integer> among,
            boolean isMajorityEnough,
            boolean isAll) {
        this.control = control;
        this.database = control.database();
        this.present = control.present();
        this.game = control.game();
        this.table = control.table();
        this.isMajorityEnough = isMajorityEnough;
        this.isAll = isAll;
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
                if (!isAll && rootSearched > 0) {
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
            if (i == 0 || isWide) {
                score = -search(root + 1, depth - 1, -INFINITE, INFINITE);
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
        isExact = guesses == before;
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
        }
        if (isRepetition(at)) {
            // After a root move, a position of the real game is repeated. Deeper, another path may not repeat one.
            guesses += at == root + 1 ? 0 : 1;
            return outcome(difference + repetitionScore(at));
        }
        if (seeds[at] < present.length && present[seeds[at]]) {
            probes++;
            moves.unpack(own[at], opponent[at], board);
            return outcome(difference + database.score(board));
        }
        int frame = at - root;
        int count = moves.generate(own[at], opponent[at], frame);
        if (count == 0) {
            moves.unpack(own[at], opponent[at], board);
            return outcome(difference + game.terminalScore(board));
        }
        return depth <= 0
                ? searchCaptures(at, count, difference, alpha, beta)
                : searchMoves(at, count, depth, alpha, beta);
    }

    private int searchCaptures(int at, int count, int difference, int alpha, int beta) {
        guesses++;
        int guess = SEED * difference + Evaluation.of(own[at], opponent[at]);
        int best = Math.max(1 - WIN, Math.min(WIN - 1, guess));
        int first = (at - root) * MoveStack.FRAME;
        for (int slot = first; slot < first + count && best < beta; slot++) {
            if (moves.captured[slot] > 0) {
                make(at, slot);
                best = Math.max(best, -search(at + 1, 0, -beta, -Math.max(alpha, best)));
            }
        }
        return best;
    }

    private int searchMoves(int at, int count, int depth, int alpha, int beta) {
        long key = key(at);
        long entry = table.probe(key);
        int tried = -1;
        if (entry != TranspositionTable.NONE) {
            boolean isProven = TranspositionTable.isProven(entry);
            int searched = TranspositionTable.depth(entry);
            if (searched == depth || (isProven && searched < depth)) {
                int value = TranspositionTable.value(entry);
                int bound = TranspositionTable.bound(entry);
                if (bound == TranspositionTable.EXACT
                        || (bound == TranspositionTable.LOWER ? value >= beta : value <= alpha)) {
                    guesses += isProven ? 0 : 1;
                    return value;
                }
            }
            tried = TranspositionTable.pit(entry);
        }
        long before = guesses;
        int first = (at - root) * MoveStack.FRAME;
        int best = -INFINITE;
        int bestPit = 0;
        for (int i = 0; i < count && best < beta; i++) {
            int slot = first + i;
            moves.swap(slot, next(slot, first + count, tried, killer[at - root]));
            make(at, slot);
            int low = Math.max(alpha, best);
            int score;
            if (i == 0) {
                score = -search(at + 1, depth - 1, -beta, -low);
            } else {
                score = -search(at + 1, depth - 1, -low - 1, -low);
                if (score > low && score < beta) {
                    score = -search(at + 1, depth - 1, -beta, -low);
                }
            }
            if (score > best) {
                best = score;
                bestPit = moves.pit[slot];
            }
        }
        if (best >= beta) {
            killer[at - root] = bestPit;
        }
        int bound = best >= beta
                ? TranspositionTable.LOWER
                : best <= alpha ? TranspositionTable.UPPER : TranspositionTable.EXACT;
        table.store(key, best, bound, depth, guesses == before, bestPit);
        return best;
    }

    /** Returns the most promising slot: the earlier best move, captures by size, the move that cut off a sibling, the rest. */
    private int next(int from, int end, int tried, int cutOff) {
        int chosen = from;
        int most = -1;
        for (int slot = from; slot < end; slot++) {
            int pit = moves.pit[slot];
            int promise = pit == tried ? 1000 : 2 * moves.captured[slot] + (pit == cutOff ? 3 : 0);
            if (promise > most) {
                most = promise;
                chosen = slot;
            }
        }
        return chosen;
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
            long entry = table.probe(key(at));
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
