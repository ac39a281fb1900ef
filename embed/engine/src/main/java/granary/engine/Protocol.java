package granary.engine;

import granary.awari.Awari;
import granary.database.Database;
import granary.error.DatabaseException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Speaks the dialect of UCI in which graphical oware boards talk to engines, line by line. What it does not understand it
 * says in a line that begins with {@code info string}, and goes on.
 */
public final class Protocol {
    private static final int DEFAULT_HASH = 64;
    private static final int MAX_HASH = 8192;
    private static final int MAX_THREADS = 256;

    private final BufferedReader in;
    private final PrintWriter out;
    private Path directory;
    private Database database;
    private Engine engine;
    private PlayedGame played;
    private Thinking thinking;

    /**
     * Makes a conversation; the database is opened when it runs.
     *
     * @param directory the database to begin with
     */
    public Protocol(Path directory, BufferedReader in, PrintWriter out) {
        this.directory = directory;
        this.in = in;
        this.out = out;
    }

    /**
     * Talks until {@code quit} or until the input ends.
     *
     * @throws IOException when the input fails
     * @throws DatabaseException when the database cannot be opened
     * @throws IllegalArgumentException when it is not of awari
     */
    public void run() throws IOException {
        open(directory);
        engine.resize(DEFAULT_HASH);
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = line.strip().split("\\s+");
                if (words[0].equals("quit")) {
                    break;
                }
                try {
                    obey(words);
                } catch (IllegalArgumentException | DatabaseException e) {
                    say("info string " + e.getMessage());
                }
            }
        } finally {
            stop();
            database.close();
        }
    }

    private void open(Path path) {
        Database opened = Database.open(path);
        try {
            engine = engine == null ? new Engine(opened, Engine.Aim.WIN) : new Engine(opened, engine);
        } catch (IllegalArgumentException e) {
            opened.close();
            throw e;
        }
        if (database != null) {
            database.close();
        }
        database = opened;
        directory = path;
        played = start();
    }

    private PlayedGame start() {
        int[] opening = database.game()
                .opening()
                .orElseThrow(() -> new IllegalArgumentException("the database's game has no start position"));
        return new PlayedGame(database.game(), opening);
    }

    private void obey(String... words) {
        switch (words[0]) {
            case "" -> {}
            case "uci" -> introduce();
            case "isready" -> say("readyok");
            case "ucinewgame" -> {
                stop();
                engine.clear();
                played = start();
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
                if (thinking != null) {
                    thinking.ponderHit();
                }
            }
            default -> throw new IllegalArgumentException("unknown command '" + words[0] + "'");
        }
    }

    private void introduce() {
        say("id name Granary " + database.game().identity());
        say("id author the Granary project");
        say("option name Hash type spin default " + DEFAULT_HASH + " min 1 max " + MAX_HASH);
        say("option name Threads type spin default 1 min 1 max " + MAX_THREADS);
        say("option name Database type string default " + directory);
        say("uciok");
    }

    private void setOption(String... words) {
        List<String> all = Arrays.asList(words);
        int value = all.indexOf("value");
        if (words.length < 5 || !words[1].equals("name") || value < 3 || value == words.length - 1) {
            throw new IllegalArgumentException("not 'setoption name NAME value VALUE'");
        }
        String name = String.join(" ", all.subList(2, value));
        String text = String.join(" ", all.subList(value + 1, words.length));
        switch (name) {
            case "Hash" -> engine.resize(number(text, 1, MAX_HASH));
            case "Threads" -> engine.useThreads(number(text, 1, MAX_THREADS));
            case "Database" -> openNamed(text);
            default -> throw new IllegalArgumentException("no option '" + name + "'; there is Hash, Threads, Database");
        }
    }

    private void openNamed(String text) {
        try {
            open(Path.of(text));
        } catch (InvalidPathException e) {
            throw new IllegalArgumentException("'" + text + "' is not a path", e);
        }
    }

    private static int number(String word, int least, int most) {
        if (!word.matches("[0-9]{1,9}") || Integer.parseInt(word) < least || Integer.parseInt(word) > most) {
            throw new IllegalArgumentException("'" + word + "' is not a number from " + least + " to " + most);
        }
        return Integer.parseInt(word);
    }

    private void setPosition(String... words) {
        int moves;
        PlayedGame wanted;
        if (words.length >= 2 && words[1].equals("startpos")) {
            wanted = start();
            moves = 2;
        } else if (words.length >= 3 && words[1].equals("fen")) {
            wanted = Notation.position((Awari) database.game(), words[2]);
            moves = 3;
        } else {
            throw new IllegalArgumentException("not 'position startpos' or 'position fen BOARD'");
        }
        if (words.length > moves) {
            if (!words[moves].equals("moves") || words.length > moves + 2) {
                throw new IllegalArgumentException("behind the position may stand 'moves' and letters without spaces");
            }
            if (words.length == moves + 2) {
                Notation.play(wanted, words[moves + 1]);
            }
        }
        played = wanted;
    }

    private void go(String... words) {
        Limits limits = Limits.NONE;
        boolean isPonder = false;
        boolean isInfinite = words.length == 1;
        for (int i = 1; i < words.length; i++) {
            switch (words[i]) {
                case "infinite" -> isInfinite = true;
                case "ponder" -> isPonder = true;
                case "depth" -> limits = limits.withDepth(argument(i++, words));
                case "movetime" -> limits = limits.withMillis(argument(i++, words));
                case "nodes" -> limits = limits.withNodes(argument(i++, words));
                default -> throw new IllegalArgumentException("go does not know '" + words[i] + "'");
            }
        }
        if (engine.isOver(played)) {
            say("bestmove 0000");
            return;
        }
        thinking = new Thinking(limits, isPonder, isInfinite);
        thinking.start();
    }

    private static int argument(int at, String... words) {
        if (at + 1 == words.length) {
            throw new IllegalArgumentException("behind '" + words[at] + "' there must be a number");
        }
        return number(words[at + 1], 1, 999_999_999);
    }

    private void stop() {
        if (thinking != null) {
            thinking.finish();
            thinking = null;
        }
    }

    private void say(String line) {
        synchronized (out) {
            out.println(line);
            out.flush();
        }
    }

    /** One search and its answer, in a thread of its own. */
    private final class Thinking {
        private final Engine.Run run;
        private final Limits limits;
        private final int mover = played.now().mover();
        private final int anyMove = played.legalMoves().get(0);
        /** An answer to {@code go infinite} and {@code go ponder} is not to come before it is asked for. */
        private final CountDownLatch asked;

        private final Thread thread = new Thread(this::think, "granary-engine");

        Thinking(Limits limits, boolean isPonder, boolean isInfinite) {
            this.limits = limits;
            this.run = engine.prepare(played, isPonder ? Limits.NONE : limits);
            this.asked = new CountDownLatch(isPonder || isInfinite ? 1 : 0);
            thread.setDaemon(true);
        }

        void start() {
            thread.start();
        }

        private void think() {
            String answer;
            try {
                Report report = run.search(this::inform);
                int best = report.moves().get(0).move();
                List<Integer> line = report.line();
                answer = "bestmove " + Notation.letter(mover, best)
                        + (line.size() > 1 ? " ponder " + Notation.letter(1 - mover, line.get(1)) : "");
            } catch (DatabaseException e) {
                say("info string " + e.getMessage());
                answer = "bestmove " + Notation.letter(mover, anyMove);
            }
            try {
                asked.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            say(answer);
        }

        private void inform(Report report) {
            say("info depth " + report.depth() + " score cp " + report.score() + " nodes " + report.nodes() + " nps "
                    + report.nodes() * 1_000_000_000 / Math.max(1, report.nanos()) + " tbhits " + report.probes()
                    + " pv " + Notation.letters(mover, report.line()));
        }

        void ponderHit() {
            run.limit(limits);
            asked.countDown();
        }

        void finish() {
            run.stop();
            asked.countDown();
            Engine.join(List.of(thread));
        }
    }
}
