package granary.engine;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.database.Database;
import granary.error.DatabaseException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/**
 * Speaks the dialect of UCI in which graphical oware boards talk to engines, line by line. To a line that it does not understand, it
 * answers with one that begins with {@code info string}. One thread uses it.
 */
public final class Protocol {
    /** The most megabytes of tables: more are not used, and half of Java's memory is for other things. */
    private static final int MAX_HASH =
            (int) Math.max(1, Math.min(8192, Runtime.getRuntime().maxMemory() / 2 >> 20));

    private static final int DEFAULT_HASH = Math.min(64, MAX_HASH);
    private static final int MAX_THREADS = 256;
    private static final String NO_POSITION = "no position: the last one was refused";
    private static final String NO_MOVE = "bestmove 0000";
    private static final int WARM_UP_MILLIS = 1000;
    /** The time that a stopped search may take to end before the protocol no longer waits for it. */
    private static final int PATIENCE_MILLIS = 1000;

    /** The most characters of an error message. A board may send lines of any length. */
    private static final int MAX_MESSAGE = 1000;

    private final BufferedReader in;
    private final PrintWriter out;
    private final Database database;
    private final Engine engine;
    /** Null when the last position was refused. */
    private PlayedGame played;

    /** What goes on while lines are read; null for nothing. */
    private Task task;

    private int megabytes = DEFAULT_HASH;
    private boolean isWarm;

    /**
     * Makes a conversation about a database, which {@link #run} closes.
     *
     * @throws IllegalArgumentException when the database is not of awari; then it is closed
     */
    public Protocol(Database database, BufferedReader in, PrintWriter out) {
        this.database = database;
        this.in = in;
        this.out = out;
        try {
            this.engine = new Engine(database, Engine.Aim.WIN, megabytes);
            this.played = new PlayedGame(database.game());
        } catch (IllegalArgumentException e) {
            database.close();
            throw e;
        }
    }

    /**
     * Talks until {@code quit} or until the input ends.
     *
     * @throws IOException when the input fails
     */
    public void run() throws IOException {
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.strip().split("\\s+");
                if (words[0].equals("quit")) {
                    break;
                }
                try {
                    obey(words);
                } catch (IllegalArgumentException | DatabaseException e) {
                    complain(e.getMessage());
                }
            }
        } finally {
            try {
                stop();
            } finally {
                database.close();
            }
        }
    }

    private void obey(String... words) {
        switch (words[0]) {
            case "" -> {}
            case "uci" -> introduce();
            case "isready" -> ready();
            case "ucinewgame" -> {
                stop();
                engine.clear();
                played = new PlayedGame(database.game());
            }
            case "setoption" -> {
                stop();
                setOption(words);
            }
            case "position" -> {
                stop();
                setPosition(words);
            }
            case "go" -> {
                stop();
                go(words);
            }
            case "stop" -> stop();
            case "ponderhit" -> {
                if (task != null) {
                    task.ponderHit();
                }
            }
            case "d" -> describe();
            default -> throw new IllegalArgumentException("unknown command '" + words[0] + "'");
        }
    }

    private void introduce() {
        say("id name Granary " + database.game().identity());
        say("id author the Granary project");
        say("option name Hash type spin default " + DEFAULT_HASH + " min 1 max " + MAX_HASH);
        say("option name Threads type spin default 1 min 1 max " + MAX_THREADS);
        say("uciok");
    }

    private void setOption(String... words) {
        if (words.length != 5 || !words[1].equals("name") || !words[3].equals("value")) {
            throw new IllegalArgumentException("not 'setoption name NAME value VALUE'");
        }
        String name = words[2];
        switch (name.toLowerCase(Locale.ROOT)) {
            case "hash" -> resize(number(words[4], MAX_HASH));
            case "threads" -> engine.useThreads(number(words[4], MAX_THREADS));
            default -> throw new IllegalArgumentException("no option '" + name + "'; the options are Hash and Threads");
        }
    }

    private static int number(String word, int most) {
        if (!word.matches("[0-9]{1,9}") || Integer.parseInt(word) < 1 || Integer.parseInt(word) > most) {
            throw new IllegalArgumentException("'" + word + "' is not a number from 1 to " + most);
        }
        return Integer.parseInt(word);
    }

    private void resize(int wanted) {
        try {
            engine.resize(wanted);
            megabytes = wanted;
        } catch (OutOfMemoryError e) {
            engine.resize(megabytes);
            throw new IllegalArgumentException(
                    "Java has no room for tables of " + wanted + " MB; they stay at " + megabytes, e);
        }
    }

    private void setPosition(String... words) {
        played = null;
        int moves;
        PlayedGame wanted;
        if (words.length >= 2 && words[1].equals("startpos")) {
            wanted = new PlayedGame(database.game());
            moves = 2;
        } else if (words.length >= 3 && words[1].equals("fen")) {
            wanted = OwareNotation.position((Awari) database.game(), words[2]);
            moves = 3;
        } else {
            throw new IllegalArgumentException("not 'position startpos' or 'position fen BOARD'");
        }
        if (words.length > moves) {
            if (!words[moves].equals("moves") || words.length > moves + 2) {
                throw new IllegalArgumentException("only 'moves' and letters without spaces may follow the position");
            }
            if (words.length == moves + 2) {
                play(wanted, words[moves + 1]);
            }
        }
        played = wanted;
    }

    private void play(PlayedGame wanted, String letters) {
        try {
            OwareNotation.play(wanted, letters);
        } catch (IllegalArgumentException e) {
            RuleSet rules = ((Awari) database.game()).rules();
            String hint = "; the rules are the database's, " + rules.id() + ", and boards play " + RuleSet.ABAPA.id();
            throw new IllegalArgumentException(e.getMessage() + (rules == RuleSet.ABAPA ? "" : hint), e);
        }
    }

    private void go(String... words) {
        if (played == null) {
            complain(NO_POSITION);
        }
        SearchOrder order = SearchOrder.read(played == null ? 0 : played.now().mover(), words);
        order.passedOver().forEach(this::complain);
        boolean isOver = played == null || engine.isOver(played);
        if (isOver && !order.waits()) {
            // The board waits for an answer, so it gets one.
            say(NO_MOVE);
        } else {
            task = new Task(order, isOver ? null : played);
            task.thread.start();
        }
    }

    private void ready() {
        try {
            if (!isWarm && task == null) {
                isWarm = true;
                engine.warmUp(new PlayedGame(database.game()), WARM_UP_MILLIS);
            }
        } finally {
            say("readyok");
        }
    }

    private void describe() {
        if (played == null) {
            throw new IllegalArgumentException(NO_POSITION);
        }
        PlayedGame.Moment now = played.now();
        say(database.game().notation().draw(now.position()).stripTrailing());
        say("position fen " + OwareNotation.position(played));
        say("rules " + ((Awari) database.game()).rules().id());
        say("moves "
                + played.legalMoves().stream()
                        .map(move -> OwareNotation.letter(now.mover(), move))
                        .collect(Collectors.joining(" ")));
        database.find(now.position()).ifPresent(score -> say("score " + score));
    }

    private void stop() {
        Task stopped = task;
        task = null;
        if (stopped != null) {
            stopped.finish();
        }
    }

    private void complain(String message) {
        say("info string " + (message.length() > MAX_MESSAGE ? message.substring(0, MAX_MESSAGE) + "..." : message));
    }

    private void say(String line) {
        synchronized (out) {
            out.println(line);
            out.flush();
        }
    }

    /** Searches in a thread of its own, and answers; after {@code go infinite} or {@code go ponder}, once the board asks for it. */
    private final class Task {
        private final Failure failure = new Failure();
        private final Thread thread = new Thread(() -> failure.keep(this::work), "granary-engine");
        private final CountDownLatch asked;
        private final Limits limits;
        /** Null if there is nothing to search. */
        private final Engine.Run run;

        private final int mover;
        /** The answer: the best move of the last depth that was finished, or any. */
        private String answer = NO_MOVE;

        /** Makes a task, for a game that goes on or null. */
        Task(SearchOrder order, PlayedGame game) {
            thread.setDaemon(true);
            asked = new CountDownLatch(order.waits() ? 1 : 0);
            limits = order.limits();
            run = game == null ? null : engine.prepare(game, order.isPonder() ? Limits.NONE : limits);
            mover = game == null ? 0 : game.now().mover();
            if (game != null) {
                answer = "bestmove "
                        + OwareNotation.letter(mover, game.legalMoves().get(0));
            }
        }

        private void work() {
            try {
                if (run != null) {
                    take(run.search(this::inform));
                }
            } catch (CancellationException e) {
                complain("the search was stopped while it waited");
            } catch (DatabaseException e) {
                complain(e.getMessage());
            } catch (RuntimeException | Error e) {
                complain(e.toString());
            }
            try {
                asked.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            say(answer);
        }

        private void take(Report report) {
            List<Integer> line = report.line();
            answer = "bestmove "
                    + OwareNotation.letter(mover, report.moves().get(0).move())
                    + (line.size() > 1 ? " ponder " + OwareNotation.letter(1 - mover, line.get(1)) : "");
        }

        private void inform(Report report) {
            take(report);
            say("info depth " + report.depth() + " score cp " + report.score() + " time "
                    + report.nanos() / 1_000_000 + " nodes " + report.nodes() + " nps " + report.nodesPerSecond()
                    + " tbhits " + report.probes() + " pv " + OwareNotation.letters(mover, report.line()));
        }

        void ponderHit() {
            if (run != null) {
                run.limit(limits);
            }
            asked.countDown();
        }

        /** Ends the task, waits for it, and throws its failure. */
        void finish() {
            if (run != null) {
                run.stop();
            }
            asked.countDown();
            try {
                thread.join(PATIENCE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            thread.interrupt(); // it may wait for a server
            Engine.join(List.of(thread));
            failure.rethrow();
        }
    }
}
