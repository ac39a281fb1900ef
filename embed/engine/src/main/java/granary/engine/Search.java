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
 * <p>A search to depth d finds the value of plain minimax to depth d: an entry of the table holds for its own depth, and
 * for deeper searches only when it is proven, which means that no line below it met the horizon. The exception is the
 * usual one: the table knows a position, but not how it came about and so not which positions would be repetitions.
 */
final class Search {
    /** The score of a win by the majority of seeds. */
    static final int MAJORITY = 20_000;

    /** Scores of wins that are certain by the database, by the end of the game or by a repetition begin here. */
    static final int WIN = 10_000;

    private static final int INFINITE = 30_000;
    private static final int SEED = 100;

    /** A line of captures alone ends when the seeds do. */
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

    /** All seeds, those in the stores among them. */
    private final int total;
    /** The index of the root in the arrays below; the game so far stands before it. */
    private final int root;
    /** By index of a position: both sides, the seeds on the board, the mover's store, plies since seeds were captured. */
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
    /** How often a value was met that is not true of any depth and any line: a node is proven when it stays the same. */
    private long guesses;

    private boolean isExact;
    /** How many moves of the root the present depth has come to; they stand first. */
    private int rootSearched;
    /** The depth whose moves and line are found. */
    private int keptDepth;

    private List<Report.RatedMove> keptMoves = List.of();
    private List<Integer> keptLine = List.of();

    /** Makes a search of some of the legal moves, one or more. */
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
     * Deepens until the limits are met or there is nothing more to find; a depth of 1 is always searched. What it finds is
     * of one depth, also when it is interrupted: where every move is to have a score that depth is dropped, otherwise the moves
     * that it came to stand for it.
     *
     * @param step 1 to search every depth, 2 every other, which is for helpers
     * @param finished hears of each depth that is finished
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
            // What is only known not to be better than the best stays behind it, in the order of before.
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

    /** Moves from the position at an index to the next one by the move in a slot. */
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
        // The first depth is always finished.
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
            // At the root's moves it is the game that was played that repeats; deeper, another path may not.
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

    /** Returns the most promising slot: the best move of before, captures by their size, what cut off beside, the rest. */
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

    /** Returns whether the position was there with the same player to move since the last capture. */
    private boolean isRepetition(int at) {
        for (int i = at - 2; i >= at - quiet[at]; i -= 2) {
            if (own[i] == own[at] && opponent[i] == opponent[at]) {
                return true;
            }
        }
        return false;
    }

    /** A game that would go on for ever is over: each side keeps its own row, or what is left counts for nobody. */
    private int repetitionScore(int at) {
        return game.rules() == RuleSet.ABAPA
                ? MoveStack.seeds(own[at]) - MoveStack.seeds(opponent[at])
                : game.scoring().cycleValue();
    }

    /** Returns the score of a game that ends, with certainty, with a difference of seeds. */
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

    /** Returns the line of play that the table knows from the root on, the best move first. */
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

    /** Returns the moves with their scores by {@link #depth}, best first. */
    List<Report.RatedMove> moves() {
        return keptMoves;
    }

    /** Returns the line of play that is expected, as far as it is known. */
    List<Integer> line() {
        return keptLine;
    }

    /** Returns whether the score of the best move is true. */
    boolean isExact() {
        return isExact;
    }

    /** Returns how far it looked ahead. */
    int depth() {
        return keptDepth;
    }

    /** The search is to end. */
    private static final class Stopped extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Stopped() {
            super("stopped", null, false, false);
        }
    }
}
