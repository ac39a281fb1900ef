package granary.engine;

import granary.awari.Awari;
import granary.awari.Sowing;
import granary.database.BestPlay;
import granary.database.Database;
import granary.error.DatabaseException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/**
 * An engine for awari. It plays by the database in the layers that the database holds, and above them by a search with the
 * database at its leaves. Once the database holds the layers of a position and all below, the engine makes no mistake.
 *
 * <p>The rules are those of the database. In play, a repeated position ends the game: with the rules {@code abapa} each
 * player keeps the seeds on their side, with the others the seeds on the board count for nobody.
 *
 * <p>Scores are for the player to move, in hundredths of a seed: the captures of the mover in the end minus those of the opponent. If the
 * majority of seeds is enough to win, it ends the game, and scores of 10,000 and more are certain wins: 20,000 by the majority within the
 * search, otherwise 10,000 plus the difference that the winner is certain of. Losses have the same scores with the sign changed. All other
 * scores are estimates, unless a report says that they are exact.
 *
 * <p>An engine does one search at a time. With one thread and limits that do not depend on time, a search after {@link #clear}
 * always finds the same.
 */
public final class Engine {
    /** Milliseconds of a move: a game reaches the database within a second. */
    private static final int WARM_UP_MOVE_MILLIS = 10;

    /** The most seeds above the largest layer of the database at which proofs are tried. */
    private static final int PROVEN_FROM = 14;

    private final Database database;
    /** True if every move is to have a score, of seeds; otherwise the majority of seeds is enough. */
    private final boolean isAll;

    private TranspositionTable table;
    /** Null when the engine scores all moves. */
    private ProofTable proofs;

    private int threads = 1;
    /** The positions that a search visits before it tries a proof: most searches of a game are shorter. */
    private long provenFrom = 1_000_000;

    /** The purpose of a search. */
    public enum Aim {
        /**
         * To win: the majority of seeds is enough. The search is selective: it looks less deeply at moves of low priority. Only the
         * best move has an exact score; the others have bounds.
         */
        WIN,
        /** To take as many seeds more than the opponent as possible, and to score every move, by plain minimax. */
        SCORE_ALL_MOVES
    }

    /**
     * Makes an engine with a table of 16 MB and one thread.
     *
     * @param database a database of awari, open as long as the engine is used; it may hold some layers only, or none
     * @throws IllegalArgumentException when the database is of another game
     */
    public Engine(Database database, Aim aim) {
        this(database, aim, 16);
    }

    /**
     * Makes an engine with one thread.
     *
     * @param database a database of awari, open as long as the engine is used; it may hold some layers only, or none
     * @param megabytes the size of all tables together, 1 or more; see {@link #resize}
     * @throws IllegalArgumentException when the database is of another game
     */
    public Engine(Database database, Aim aim, int megabytes) {
        if (!(database.game() instanceof Awari)) {
            throw new IllegalArgumentException("the engine plays awari; the database is of "
                    + database.game().identity());
        }
        this.database = database;
        this.isAll = aim == Aim.SCORE_ALL_MOVES;
        resize(megabytes);
    }

    /** Makes the tables again, with at most some megabytes together, 1 or more. */
    public void resize(int megabytes) {
        long bytes = (long) megabytes << 20;
        // The old ones make room first.
        proofs = null;
        table = null;
        proofs = isAll ? null : new ProofTable(bytes / 2);
        table = new TranspositionTable(isAll ? bytes : bytes / 2);
    }

    /** Searches with some threads, 1 or more. */
    public void useThreads(int count) {
        threads = count;
    }

    /** Tries a proof once a search has visited some positions. */
    void proveFrom(long positions) {
        provenFrom = positions;
    }

    /** Forgets what earlier searches found. */
    public void clear() {
        table.clear();
        if (proofs != null) {
            proofs.clear();
        }
    }

    /**
     * Plays against itself for a while, so that Java compiles the search before a clock runs; then forgets what it found. Once
     * per process is enough, for all engines.
     *
     * @param start the position that each game begins with
     * @param millis the time in milliseconds
     * @return the number of positions visited
     */
    public long warmUp(PlayedGame start, long millis) {
        long begun = System.nanoTime();
        long nodes = 0;
        for (PlayedGame game = start.copy(); System.nanoTime() - begun < millis * 1_000_000; ) {
            if (isOver(game)) {
                game = start.copy();
            }
            Report report =
                    prepare(game, Limits.NONE.withMillis(WARM_UP_MOVE_MILLIS)).search(depth -> {});
            nodes += report.nodes();
            game.play(report.moves().get(0).move());
        }
        clear();
        return nodes;
    }

    /**
     * Prepares a search of the present position of a game, with a copy of the game.
     *
     * @throws IllegalArgumentException when the game has other rules than the database, or more than 127 seeds
     */
    public Run prepare(PlayedGame played, Limits limits) {
        if (!played.game().identity().equals(database.game().identity())) {
            throw new IllegalArgumentException("the game is " + played.game().identity() + ", the database "
                    + database.game().identity());
        }
        int[] taken = played.now().taken();
        if (database.game().layer(played.now().position()) + taken[0] + taken[1] > MoveStack.MAX_SEEDS) {
            throw new IllegalArgumentException("the engine plays with up to " + MoveStack.MAX_SEEDS + " seeds");
        }
        return new Run(played.copy(), limits);
    }

    /** Returns whether a game is over: by the majority if it is enough, by a repetition, or because there is no legal move. */
    public boolean isOver(PlayedGame played) {
        PlayedGame.Moment now = played.now();
        int taken = Math.max(now.taken()[0], now.taken()[1]);
        int total = now.taken()[0] + now.taken()[1] + database.game().layer(now.position());
        return (!isAll && 2 * taken > total)
                || played.times(now.position(), now.mover()) > 1
                || played.legalMoves().isEmpty();
    }

    /**
     * Returns the seeds of each player when a game is over: the captures, and the seeds on the board that the rules give the player.
     */
    public int[] finalCount(PlayedGame played) {
        PlayedGame.Moment now = played.now();
        int[] count = now.taken().clone();
        int[] board = now.position();
        if (played.legalMoves().isEmpty()) {
            int seeds = Sowing.moversSeeds(board) + Sowing.opponentsSeeds(board);
            int difference = database.game().terminalScore(board);
            count[now.mover()] += (seeds + difference) / 2;
            count[1 - now.mover()] += (seeds - difference) / 2;
        } else if (played.times(board, now.mover()) > 1 && !database.game().settlesEndlessPlay()) {
            count[now.mover()] += Sowing.moversSeeds(board);
            count[1 - now.mover()] += Sowing.opponentsSeeds(board);
        }
        return count;
    }

    /** A search of one position. */
    public final class Run {
        private final PlayedGame played;
        private final SearchControl control;

        /** The report of the first depth inside the database; null outside. */
        private Report first;
        /** True if its first move forces a win or a draw. */
        private boolean isForced;

        private Run(PlayedGame played, Limits limits) {
            this.played = played;
            this.control = new SearchControl(database, table, limits);
        }

        /** Ends the search as soon as there is a best move. May be called before the search begins, by any thread. */
        public void stop() {
            control.stop();
        }

        /** Returns the positions that were visited so far. For any thread. */
        public long nodes() {
            return control.nodes();
        }

        /** Changes the limits. The time limit counts from now, the node limit from the start of the search. For any thread. */
        public void limit(Limits limits) {
            control.limit(limits);
        }

        /**
         * Makes every searching thread call a program after each few hundred positions, some tenths of a millisecond apart.
         * The program may wait, so that searches share a processor, or {@link #stop}. For any thread.
         */
        public void pauseBy(Runnable program) {
            control.pauseBy(program);
        }

        /**
         * Searches, in this thread and as many more as the engine is to use.
         *
         * @param listener is called in this thread with a report of each finished depth
         */
        public Report search(Consumer<Report> listener) {
            if (played.legalMoves().isEmpty()) {
                return new Report(0, List.of(), true, 0, 0, 0);
            }
            table.begin();
            ProofSearch prover = !isAll && mayBeProven() ? new ProofSearch(control, played, proofs) : null;
            Search main = new Search(control, played, isAll, prover, provenFrom);
            List<Thread> helpers = new ArrayList<>();
            Failure failure = new Failure();
            Report report;
            try {
                for (int i = 1; i < threads; i++) {
                    helpers.add(help(i, failure));
                }
                main.run(1, depth -> {
                    if (depth > 1 || !main.isInside()) {
                        listener.accept(shown(main.report()));
                    } else {
                        first = inside(main.report(), listener);
                        if (first.score() >= Search.WIN) {
                            control.stop();
                        }
                    }
                });
                report = shown(main.report());
                if (first != null && (report.depth() == 1 || isForced && report.score() <= 0)) {
                    report = first.counted(control);
                }
            } finally {
                control.stop();
                helpers.forEach(Thread::interrupt); // they may wait for a server
                join(helpers);
            }
            failure.rethrow();
            return report;
        }

        private Report inside(Report found, Consumer<Report> listener) {
            Report report = found;
            try {
                report = withProgress(found).counted(control);
            } finally {
                report = shown(report);
                listener.accept(report);
            }
            return report;
        }

        private Report shown(Report report) {
            return isAll ? report : report.withoutSettled();
        }

        /** Returns whether the database is so near that a proof is likely to be found. */
        private boolean mayBeProven() {
            int seeds = database.game().layer(played.now().position());
            return !database.layers().isEmpty() && seeds <= database.layers().last() + PROVEN_FROM;
        }

        private Thread help(int number, Failure failure) {
            Search search = new Search(control, played, isAll, null, Long.MAX_VALUE);
            Thread helper = new Thread(() -> failure.keep(() -> {
                try {
                    search.run(1 + number % 2, depth -> {});
                } catch (DatabaseException | CancellationException e) {
                    // The search needs no helper. If the main thread meets the same fault, it throws.
                }
            }));
            helper.setDaemon(true);
            helper.start();
            return helper;
        }

        /** Inside the database, puts first the move that makes progress to a win, or else one of the best moves, which keep the score. */
        private Report withProgress(Report found) {
            int least = isAll || found.score() >= Search.WIN ? -1 : least();
            least = least == 0 && found.score() > 0 ? -1 : least;
            int won = least < 0 ? -1 : new ForcedConversion(control, played, least).move();
            isForced = won >= 0;
            if (isForced) {
                Report first = found.withFirst(won);
                return least > 0 ? first.certain(Search.WIN + Search.SEED * least) : first;
            }
            if (found.moves().size() == 1
                    || found.score() > found.moves().get(1).score()) {
                return found;
            }
            return new BestPlay(database, this::goesOn)
                    .move(played.now().position())
                    .filter(move -> found.moves().stream()
                            .anyMatch(one -> one.move() == move.move() && one.score() == found.score()))
                    .map(move -> found.withFirst(move.move()))
                    .orElse(found);
        }

        private boolean goesOn() {
            if (control.isStopped()) {
                return false;
            }
            control.count(1, 1);
            return true;
        }

        /** Returns the difference of seeds that the mover can force without a history, -1 for a loss. */
        private int least() {
            PlayedGame.Moment now = played.now();
            int seeds = database.game().layer(now.position());
            if (!control.present[seeds]) {
                return -1;
            }
            Certainty certainty = new Certainty(database);
            certainty.look(now.position(), seeds);
            return Math.max(-1, now.taken()[now.mover()] - now.taken()[1 - now.mover()] + certainty.least(true));
        }
    }

    /** Waits until threads have ended. An interrupt does not end the wait; the caller stays interrupted. */
    static void join(List<Thread> threads) {
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
