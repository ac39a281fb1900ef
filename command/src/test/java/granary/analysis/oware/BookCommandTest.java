package granary.analysis.oware;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.command.Granary;
import granary.command.Run;
import granary.engine.Notation;
import granary.engine.PlayedGame;
import granary.testing.ChildJvm;
import granary.testing.SolvedDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Opening books on the command line. */
final class BookCommandTest {
    private static final String DATABASE = " --dir " + SolvedDatabase.directory();
    private static final String HEADING = "granary-book 1 awari pits=6 rules=olympiad\n";

    @TempDir
    private Path directory;

    /** Writes a book as the document describes the format; it holds one move of the opening for the best. */
    private Path bookThatPraises(int praised) throws IOException {
        Awari game = new Awari(6, RuleSet.OLYMPIAD);
        PlayedGame start = new PlayedGame(game, game.opening().orElseThrow());
        CRC32 checksum = new CRC32();
        StringBuilder text = new StringBuilder(HEADING);
        append(text, checksum, Notation.position(start) + " 0");
        for (int move = 0; move < 6; move++) {
            PlayedGame after = start.copy();
            after.play(move);
            PlayedGame asSouth = new PlayedGame(game, after.now().position(), 0, 0, 0);
            append(text, checksum, Notation.position(asSouth) + (move == praised ? " -300" : " 300"));
        }
        return Files.writeString(directory.resolve("praising"), text);
    }

    private static void append(StringBuilder text, CRC32 checksum, String line) {
        checksum.update(line.getBytes(StandardCharsets.US_ASCII));
        text.append(line).append(String.format(" %08x%n", checksum.getValue()));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void playAndBoardsGetTheMoveOfTheBook(int praised) throws IOException {
        String book = " --book " + bookThatPraises(praised);
        Run uci = Run.line("uci" + DATABASE + book, "go depth 3\nquit\n");
        assertTrue(uci.out().contains("bestmove " + (char) ('A' + praised)), uci::out);
        Run play = Run.line("play --nodes 100" + DATABASE + book, "go\nquit\n");
        assertTrue(play.out().contains("plays pit " + praised), play::out);
    }

    @Test
    void aBookIsMadeToItsSizeAndFollowsFromItsNodes() throws IOException {
        Path book = directory.resolve("book");
        Run run = Run.line("book --positions 13 --nodes 500" + DATABASE + " --out " + book);
        assertEquals(0, run.code(), run.err());
        assertEquals(book + " holds 13 positions\n", run.out());
        Path steps = directory.resolve("steps");
        Run.line("book --positions 5 --nodes 500" + DATABASE + " --out " + steps);
        assertEquals(6, Files.readAllLines(steps).size());
        Run.line("book --positions 13 --nodes 500" + DATABASE + " --out " + steps);
        assertEquals(Files.readString(book), Files.readString(steps));
    }

    @Test
    void aBookIsMadeByOneProcessAtATime() throws IOException {
        Path book = directory.resolve("used");
        String line = "book --nodes 500" + DATABASE + " --out " + book + " --positions ";
        Process other = new ProcessBuilder(ChildJvm.command(Granary.class, (Object[]) (line + 1_000_000).split(" ")))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            while (other.isAlive()
                    && (Files.notExists(book) || Files.readString(book).lines().count() < 3)) {
                Thread.onSpinWait();
            }
            Run run = Run.line(line + 1);
            assertTrue(run.isMistake(), run::toString);
            assertTrue(run.err().contains(book + " is in use by another process"), run.err());
        } finally {
            other.destroyForcibly().onExit().join();
        }
        assertEquals(0, Run.line(line + 1).code());
    }

    @ParameterizedTest
    @CsvSource({
        "book --positions 0 --out x, 2, --positions",
        "book --seconds 0 --out x, 2, --seconds",
        "book --nodes -1 --out x, 2, --nodes",
        "book --nodes 0 --out x, 2, --nodes",
        "uci --book ., 2, .: is a directory",
        "book --out ., 2, .: is a directory",
        "uci --book missing, 2, missing",
        "play --book missing, 2, missing"
    })
    void aMistakeIsOneLine(String command, int code, String named) {
        Run run = Run.line(command + DATABASE, "quit\n");
        assertEquals(code, run.code(), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().contains(named), run.err());
    }

    @Test
    void aDamagedBookIsRefused() throws IOException {
        Path book = bookThatPraises(3);
        Files.writeString(book, Files.readString(book).replace(" -300 ", " -301 "));
        for (String command : new String[] {"uci --book ", "play --book ", "book --out "}) {
            Run run = Run.line(command + book + DATABASE, "quit\n");
            assertEquals(1, run.code(), run.out());
            assertTrue(run.err().contains("the book is damaged"), run.err());
        }
    }
}
