package granary.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.database.Database;
import granary.error.UnsupportedDatabaseException;
import granary.testing.ChildJvm;
import granary.testing.Outcome;
import granary.testing.TestDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversations with the engine, as a board has them. */
final class ProtocolTest {
    @TempDir
    private Path directory;

    private Path database;

    @BeforeEach
    void write() throws IOException {
        database = Files.createDirectory(directory.resolve("db"));
        TestDatabase.write(database, new Awari(6, RuleSet.ABAPA), 3);
    }

    private List<String> talk(String... lines) throws IOException {
        StringWriter answers = new StringWriter();
        new Protocol(
                        Database.open(database),
                        new BufferedReader(new StringReader(String.join("\n", lines) + "\n")),
                        new PrintWriter(answers))
                .run();
        return answers.toString().lines().toList();
    }

    /** A board that reads what the engine says as it says it. */
    private final class Board implements AutoCloseable {
        private final PrintWriter toEngine;
        private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
        private final Thread thread;

        Board() throws IOException {
            PipedReader in = new PipedReader();
            toEngine = new PrintWriter(new PipedWriter(in), true);
            thread = new Thread(() -> {
                try {
                    new Protocol(Database.open(database), new BufferedReader(in), new PrintWriter(new Lines())).run();
                } catch (IOException e) {
                    said.add("failed: " + e);
                }
            });
            thread.start();
        }

        void say(String line) {
            toEngine.println(line);
        }

        /** Waits for a line that begins with a word, and returns it. */
        String await(String word) throws InterruptedException {
            String line = said.take();
            while (!line.startsWith(word) && !line.startsWith("failed")) {
                line = said.take();
            }
            return line;
        }

        @Override
        public void close() {
            toEngine.println("quit");
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            assertFalse(said.stream().anyMatch(line -> line.startsWith("failed")), said::toString);
        }

        /** Hands on whole lines. */
        private final class Lines extends StringWriter {
            @Override
            public void flush() {
                getBuffer().toString().lines().forEach(said::add);
                getBuffer().setLength(0);
            }
        }
    }

    /** Otherwise a thread that nobody waits for prints a trace. */
    @Test
    void answerThatCannotBeWrittenEndsTheTalk() {
        UncheckedIOException failure = new UncheckedIOException(new IOException("nobody reads"));
        Protocol protocol = new Protocol(
                Database.open(database),
                new BufferedReader(new StringReader("go depth 3\nposition startpos\n")),
                new PrintWriter(new StringWriter() {
                    @Override
                    public void flush() {
                        throw failure;
                    }
                }));
        assertSame(failure, assertThrows(UncheckedIOException.class, protocol::run));
    }

    @Test
    void theEngineIntroducesItselfWithItsOptions() throws IOException {
        assertEquals(
                List.of(
                        "id name Granary awari pits=6 rules=abapa",
                        "id author the Granary project",
                        "option name Hash type spin default 64 min 1 max "
                                + Math.min(8192, Runtime.getRuntime().maxMemory() / 2 >> 20),
                        "option name Threads type spin default 1 min 1 max 256",
                        "uciok",
                        "readyok"),
                talk("uci", "isready", "quit", "isready"));
    }

    @Test
    void aSearchTellsEachDepthAndThenItsMove() throws IOException, InterruptedException {
        try (Board board = new Board()) {
            board.say("setoption name Hash value 1");
            board.say("setoption name Threads value 2");
            board.say("position startpos moves FeDb");
            board.say("go depth 4");
            for (int depth = 1; depth <= 4; depth++) {
                String info = board.await("info");
                assertTrue(
                        info.matches("info depth " + depth
                                + " score cp -?[0-9]+ time [0-9]+ nodes [0-9]+ nps [0-9]+ tbhits [0-9]+"
                                + " pv ([A-F][a-f])*[A-F]?"),
                        info);
            }
            assertTrue(board.await("bestmove").matches("bestmove [A-F]( ponder [a-f])?"));
            board.say("ucinewgame");
            board.say("position startpos moves F");
            board.say("go movetime 1");
            assertTrue(board.await("bestmove").matches("bestmove [a-f]( ponder [A-F])?"));
        }
    }

    @Test
    void thinkingWithoutEndAnswersWhenItIsStopped() throws IOException, InterruptedException {
        try (Board board = new Board()) {
            board.say("position startpos");
            board.say("go infinite");
            board.await("info depth 4");
            board.say("isready");
            assertEquals("readyok", board.await("readyok"));
            board.say("stop");
            assertTrue(board.await("bestmove").startsWith("bestmove "));
            // An end that is found at once is kept back all the same.
            board.say("position fen 4-0-0-0-0-1-1-0-4-4-4-4-23-3-S");
            board.say("go infinite");
            assertTrue(board.await("info").contains("score cp 20000 "));
            board.say("isready");
            assertEquals("readyok", board.await(""));
            board.say("stop");
            assertEquals("bestmove F", board.await("").substring(0, 10));
        }
    }

    @Test
    void ponderingAnswersOnlyAfterAHit() throws IOException, InterruptedException {
        try (Board board = new Board()) {
            board.say("position startpos");
            board.say("go ponder depth 3");
            board.await("info depth 5");
            board.say("ponderhit");
            assertTrue(board.await("bestmove").startsWith("bestmove "));
            board.say("go ponder movetime 10");
            board.await("info depth 2");
            board.say("stop");
            assertTrue(board.await("bestmove").startsWith("bestmove "));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "position fen 0-0-0-0-0-0-0-0-0-0-0-0-24-24-S",
        "position fen 4-4-4-4-4-0-0-0-0-0-0-3-25-0-N",
        "position fen 1-0-0-0-0-0-1-0-0-0-0-0-23-23-S moves AaBbCcDdEeFf"
    })
    void aGameThatIsOverHasNoMove(String position) throws IOException {
        assertEquals(List.of("bestmove 0000"), talk(position, "go depth 3"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "hello | unknown command 'hello'",
                "go depth | a number must follow 'depth'",
                "go fast | go does not know 'fast'",
                "go wtime x | 'x' is not a number",
                "setoption name Hash | not 'setoption",
                "setoption name Hash value x | not a number",
                "setoption name Colour value red | no option 'Colour'"
            })
    void unknownLineIsReportedAndChangesNothing(String line, String reason) throws IOException {
        String position = "position fen 0-0-0-0-0-1-1-0-0-0-0-2-22-22-N moves f";
        List<String> answers = talk(position, line, "go depth 1");
        assertTrue(answers.get(0).startsWith("info string "), answers.get(0));
        assertTrue(answers.get(0).contains(reason), answers.get(0));
        List<String> expected = talk(position, "go depth 1");
        // What an order that was passed over found may add a move to ponder on.
        assertTrue(answers.get(answers.size() - 1).startsWith(expected.get(expected.size() - 1)), answers::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "position | not 'position startpos'",
                "position fen 4-4-4 | does not have 12 pits",
                "position fen 4-4-4-4-4-4-4-4-4-4-4-4-0-1-S | add up to 49",
                "position fen 4-4-4-4-4-4-4-4-4-4-4-4-0-0-W | 'W' is to move",
                "position fen 4-4-4-4-4-4-4-4-4-4-4-x-0-0-S | 'x' is not a number of seeds",
                "position startpos moves aA | move 1, 'a', is not legal; legal: A B C D E F",
                "position startpos FeDb | only 'moves'"
            })
    void refusedPositionHasNoMoveUntilTheNextPosition(String line, String reason) throws IOException {
        List<String> answers = talk("position startpos moves F", line, "go depth 1", "d");
        assertEquals(4, answers.size(), answers::toString);
        assertTrue(answers.get(0).startsWith("info string ") && answers.get(0).contains(reason), answers.get(0));
        for (int i : new int[] {1, 3}) {
            assertEquals("info string no position: the last one was refused", answers.get(i));
        }
        assertEquals("bestmove 0000", answers.get(2));
        List<String> next = talk(line, "position startpos moves F", "go depth 1");
        assertTrue(next.get(next.size() - 1).matches("bestmove [a-f].*"), next::toString);
    }

    @Test
    void aMoveOfOtherRulesIsRefusedWithTheRulesThatBoardsPlay() throws IOException {
        String line = "position fen 0-0-0-0-1-1-1-0-0-0-0-0-24-21-S moves F";
        assertFalse(talk(line).toString().contains("info string"));
        Path olympiad = Files.createDirectory(directory.resolve("olympiad"));
        TestDatabase.write(olympiad, new Awari(6, RuleSet.OLYMPIAD), 2);
        database = olympiad;
        assertEquals(
                List.of(
                        "info string move 1, 'F', is not legal; legal: E; the rules are the database's, olympiad, and boards"
                                + " play abapa"),
                talk(line));
    }

    @Test
    void thePositionIsShownAsItWasSet() throws IOException {
        String fen = "5-5-5-4-4-0-5-5-5-5-0-5-0-0-S";
        String shown = String.join("\n", talk("position startpos moves Fe", "d"));
        assertTrue(shown.endsWith("position fen " + fen + "\nrules abapa\nmoves A B C D E"), shown);
        String held = String.join("\n", talk("position fen 0-0-0-0-0-1-2-0-0-0-0-0-24-21-S", "d"));
        int score;
        try (Database opened = Database.open(database)) {
            score = opened.score(new int[] {0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0});
        }
        assertTrue(held.endsWith("\nscore " + score), held);
    }

    @Test
    void eachOrderToGoIsAnsweredOnce() throws IOException, InterruptedException {
        List<String> orders = List.of(
                "go wtime -20 btime 5000",
                "go movetime 0",
                "go wtime 60.5",
                "go movestogo 0 wtime 90",
                "go fast depth 1",
                "go depth -1",
                "go nodes 0");
        try (Board board = new Board()) {
            for (String order : orders) {
                board.say("position startpos");
                board.say(order);
                assertTrue(board.await("bestmove").matches("bestmove [A-F].*"), order);
                board.say("isready");
                assertEquals("readyok", board.await(""), order);
            }
        }
    }

    @Test
    void namesOfOptionsAreReadInAnyCase() throws IOException {
        assertEquals(
                List.of("info string 'x' is not a number from 1 to 256"),
                talk("setoption name hash value 2", "setoption name HASH value 2", "setoption name tHREADS value x"));
    }

    @Test
    void tablesTooLargeForMemoryLeaveTheOldOnes() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(ChildJvm.command(ChildBoard.class, database));
        command.add(1, "-Xmx300m");
        Outcome outcome = ChildJvm.run(command);
        assertEquals(0, outcome.exitCode(), outcome::toString);
        assertTrue(
                outcome.out().contains("info string Java has no room for tables of 128 MB; they stay at 2"),
                outcome::toString);
        assertTrue(outcome.out().contains("bestmove"), outcome::toString);
    }

    /** Asks for more than there is. */
    static final class ChildBoard {
        public static void main(String[] arguments) throws IOException {
            byte[][] others = new byte[150][1 << 20];
            String lines = "setoption name Hash value 2\nsetoption name Hash value 128\ngo depth 3\n";
            new Protocol(
                            Database.open(Path.of(arguments[0])),
                            new BufferedReader(new StringReader(lines)),
                            new PrintWriter(System.out, false, StandardCharsets.US_ASCII))
                    .run();
            System.out.println(others.length);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "go ", "setoption name Hash value ", "position fen ", "position startpos moves "})
    void aLongLineIsNotEchoed(String begin) throws IOException {
        List<String> answers = talk(begin + "x".repeat(5_000_000));
        assertFalse(answers.isEmpty());
        for (String answer : answers) {
            assertTrue(answer.length() < 2000, () -> answer.length() + " characters");
        }
    }

    @Test
    void afterADamagedChunkTheAnswerIsThatOfTheLastDepth() throws IOException, InterruptedException {
        Path file = database.resolve("layer-003.granary");
        byte[] bytes = Files.readAllBytes(file);
        bytes[4096] ^= 1;
        Files.write(file, bytes);
        int others = 0;
        try (Board board = new Board()) {
            for (String position : List.of(
                    "0-0-1-0-2-1-0-0-0-1-2-0-20-21-S",
                    "1-0-1-0-2-1-0-0-0-1-2-0-20-20-S",
                    "0-2-1-0-2-1-0-1-0-1-2-0-19-19-S",
                    "2-0-0-1-1-3-1-0-1-0-0-2-18-19-S")) {
                board.say("position fen " + position);
                board.say("go depth 30");
                String best = "none";
                String line = board.await("");
                for (; line.startsWith("info depth"); line = board.await("")) {
                    best = line.replaceFirst(".* pv (.).*", "$1");
                }
                assertTrue(line.startsWith("info string " + file), line);
                assertTrue(board.await("").startsWith("bestmove " + best), best);
                others += isFirst(position, best) ? 0 : 1;
            }
        }
        assertTrue(others > 0, "always the first legal move");
    }

    private static boolean isFirst(String position, String letter) {
        return letter.charAt(0) - 'A'
                == position.replace("-", "").replaceFirst("[1-9].*", "").length();
    }

    @Test
    void engineWarmsUpOnceBeforeItIsReady() throws IOException, InterruptedException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Board board = new Board()) {
            List<Long> allocated = new ArrayList<>();
            for (String line : List.of("uci", "isready", "isready")) {
                board.say(line);
                board.await(line.equals("uci") ? "uciok" : "readyok");
                // What a search is made of, and nothing else, is memory.
                allocated.add(threads.getThreadAllocatedBytes(board.thread.getId()));
            }
            assertTrue(allocated.get(1) - allocated.get(0) > 100_000, allocated::toString);
            assertTrue(allocated.get(2) - allocated.get(1) < 20_000, allocated::toString);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"position startpos moves x", "position fen 0-0-0-0-0-0-1-0-0-0-0-0-24-23-S"})
    void noMoveIsAnsweredOnlyAfterStopOrPonderhit(String position) throws IOException, InterruptedException {
        try (Board board = new Board()) {
            for (String order : List.of("go infinite", "go ponder movetime 1", "go")) {
                board.say(position);
                board.say(order);
                board.say("isready");
                board.await("readyok");
                board.say(order.contains("ponder") ? "ponderhit" : "stop");
                assertEquals("bestmove 0000", board.await(""));
            }
        }
    }

    @Test
    void nodesPerSecondDoNotOverflow() {
        for (long nodes = 1; nodes > 0; nodes *= 7) {
            Report report = new Report(1, List.of(), false, nodes, 0, 2_000_000_000L);
            assertEquals(nodes / 2.0, report.nodesPerSecond(), 1 + nodes * 1e-12);
        }
    }

    @Test
    void aDirectoryThatIsNoDatabaseIsAnErrorAtOnce() {
        database = directory;
        assertThrows(UnsupportedDatabaseException.class, () -> talk("uci"));
    }

    @Test
    void aPositionIsWrittenAsItIsRead() {
        Awari game = new Awari(6, RuleSet.ABAPA);
        for (String text : List.of("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "0-1-2-3-4-5-6-7-8-0-0-0-10-2-N")) {
            assertEquals(text, OwareNotation.position(OwareNotation.position(game, text)));
        }
        PlayedGame played = OwareNotation.position(game, "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S");
        OwareNotation.play(played, "Fe");
        assertEquals("5-5-5-4-4-0-5-5-5-5-0-5-0-0-S", OwareNotation.position(played));
    }
}
