package granary.engine;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.database.Database;
import granary.error.DatabaseException;
import granary.storage.Addresses;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
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
    /** The path or address of the first database. */
    private final String first;

    private Database database;
    private Engine engine;
    /** Null when the last position was refused. */
    private PlayedGame played;

    /** The search that runs while lines are read; null if none does. */
    private Task task;

    private int megabytes = DEFAULT_HASH;
    private boolean isWarm;

    /**
     * Makes a conversation.
     *
     * @param database the first database, which {@link #run} closes
     */
    public Protocol(Database database, BufferedReader in, PrintWriter out) {
        this.database = database;
        this.first = database.where();
        this.in = in;
        this.out = out;
    }

    /**
     * Talks until {@code quit} or until the input ends.
     *
     * @throws IOException when the input fails
     * @throws IllegalArgumentException when the database is not of awari
     */
    public void run() throws IOException {
        use(database);
        engine.resize(megabytes);
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.strip().split("\\s+");
                if (words[0].equals("quit")) {
                    break;
                }
                try {
                    obey(line, words);
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

    private void use(Database opened) {
        try {
            engine = engine == null ? new Engine(opened, Engine.Aim.WIN) : new Engine(opened, engine);
        } catch (IllegalArgumentException e) {
            opened.close();
            throw e;
        }
        if (database != opened) {
            database.close();
        }
        database = opened;
        played = new PlayedGame(database.game());
    }

    private void obey(String line, String... words) {
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
                // A path may have blanks.
                setOption(line.strip().split("\\s+", 5));
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
                if (task instanceof Answering answering) {
                    answering.ponderHit();
                }
            }
            case "d" -> describe();
            case "perft" -> {
                stop();
                int moves = SearchOrder.number(words.length > 1 ? words[1] : "", 1, Limits.MAX_DEPTH);
                begin(new Counting(position(), moves));
            }
            default -> throw new IllegalArgumentException("unknown command '" + words[0] + "'");
        }
    }

    private void introduce() {
        say("id name Granary " + database.game().identity());
        say("id author the Granary project");
        say("option name Hash type spin default " + DEFAULT_HASH + " min 1 max " + MAX_HASH);
        say("option name Threads type spin default 1 min 1 max " + MAX_THREADS);
        say("option name Database type string default " + first);
        say("uciok");
    }

    private void setOption(String... words) {
        if (words.length < 4 || !words[1].equals("name") || !words[3].equals("value")) {
            throw new IllegalArgumentException("not 'setoption name NAME value VALUE'");
        }
        String name = words[2];
        String text = words.length < 5 ? "" : words[4];
        switch (name.toLowerCase(Locale.ROOT)) {
            case "hash" -> resize(SearchOrder.number(text, 1, MAX_HASH));
            case "threads" -> engine.useThreads(SearchOrder.number(text, 1, MAX_THREADS));
            case "database" -> openNamed(text.isEmpty() || text.equals("<empty>") ? first : text);
            default ->
                throw new IllegalArgumentException(
                        "no option '" + name + "'; the options are Hash, Threads and Database");
        }
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

    private void openNamed(String text) {
        try {
            use(text.contains("://") ? Database.open(Addresses.parse(text)) : Database.open(Path.of(text)));
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("'" + text + "' is not a path", e);
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

    private PlayedGame position() {
        if (played == null) {
            throw new IllegalArgumentException(NO_POSITION);
        }
        return played;
    }

    private void go(String... words) {
        if (played == null) {
            complain(NO_POSITION);
        }
        SearchOrder order = SearchOrder.read(played == null ? new PlayedGame(database.game()) : played, words);
        order.passedOver().forEach(this::complain);
        if (played != null && !engine.isOver(played)) {
            begin(new Thinking(order));
        } else if (order.waits()) {
            begin(new Answering(order));
        } else {
            // The board waits for an answer, so it gets one.
            say(NO_MOVE);
        }
    }

    private void begin(Task begun) {
        task = begun;
        begun.thread.start();
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
        PlayedGame.Moment now = position().now();
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

    /** A long task, in a thread of its own. */
    private abstract static class Task {
        private final Failure failure = new Failure();
        private final Thread thread = new Thread(() -> failure.keep(this::work), "granary-engine");

        Task() {
            thread.setDaemon(true);
        }

        abstract void work();

        /** Asks the task to end. */
        abstract void end();

        /** Ends the task, waits for it, and throws its failure. */
        final void finish() {
            end();
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

    /** Counts the lines of some moves, by their first. */
    private final class Counting extends Task {
        private final PlayedGame from;
        private final int moves;
        private volatile boolean isEnded;

        Counting(PlayedGame from, int moves) {
            this.from = from;
            this.moves = moves;
        }

        @Override
        void work() {
            MoveStack stack = new MoveStack((Awari) from.game(), moves);
            long sum = 0;
            for (int move : from.legalMoves()) {
                PlayedGame after = from.copy();
                after.play(move);
                int[] board = after.now().position();
                long lines =
                        stack.countLines(stack.packOwn(board), stack.packOpponent(board), moves - 1, () -> !isEnded);
                if (isEnded) {
                    complain("the count was stopped");
                    return;
                }
                say(OwareNotation.letter(from.now().mover(), move) + " " + lines);
                sum += lines;
            }
            say("lines " + sum);
        }

        @Override
        void end() {
            isEnded = true;
        }
    }

    /** Answers, once the board asks for it after {@code go infinite} or {@code go ponder}. */
    private class Answering extends Task {
        /** The answer: the best move of the last depth that was finished, or any. */
        private String answer = NO_MOVE;

        private final CountDownLatch asked;

        Answering(SearchOrder order) {
            this.asked = new CountDownLatch(order.waits() ? 1 : 0);
        }

        final void answer(String move) {
            answer = "bestmove " + move;
        }

        @Override
        void work() {
            try {
                asked.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            say(answer);
        }

        void ponderHit() {
            asked.countDown();
        }

        @Override
        void end() {
            asked.countDown();
        }
    }

    /** Searches and answers. */
    private final class Thinking extends Answering {
        private final Engine.Run run;
        private final Limits limits;
        private final int mover = played.now().mover();

        Thinking(SearchOrder order) {
            super(order);
            this.limits = order.limits();
            this.run = engine.prepare(played, order.isPonder() ? Limits.NONE : limits);
            run.among(order.among());
            answer(OwareNotation.letter(mover, order.among().iterator().next()));
        }

        @Override
        void work() {
            try {
                take(run.search(this::inform));
            } catch (CancellationException e) {
                complain("the search was stopped while it waited");
            } catch (DatabaseException e) {
                complain(e.getMessage());
            } catch (RuntimeException | Error e) {
                complain(e.toString());
            }
            super.work();
        }

        private void take(Report report) {
            List<Integer> line = report.line();
            answer(OwareNotation.letter(mover, report.moves().get(0).move())
                    + (line.size() > 1 ? " ponder " + OwareNotation.letter(1 - mover, line.get(1)) : ""));
        }

        private void inform(Report report) {
            take(report);
            say("info depth " + report.depth() + " score cp " + report.score() + " time "
                    + report.nanos() / 1_000_000 + " nodes " + report.nodes() + " nps " + report.nodesPerSecond()
                    + " hashfull " + engine.tableFull() + " tbhits " + report.probes() + " pv "
                    + OwareNotation.letters(mover, report.line()));
        }

        @Override
        void ponderHit() {
            run.limit(limits);
            super.ponderHit();
        }

        @Override
        void end() {
            run.stop();
            super.end();
        }
    }
}
