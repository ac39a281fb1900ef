package granary.analysis.play;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.command.testing.Cli;
import granary.database.Database;
import granary.engine.Protocol;
import granary.testing.FileServer;
import granary.testing.Outcome;
import granary.testing.SolvedDatabase;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that play do the same with a database at an address as with one in a directory. */
final class AddressTest {
    @TempDir
    private Path directory;

    @Test
    void playAndAnalysePrintTheSame() throws IOException {
        String moves = "board 1 0 0 2 0 1 0 2 0 0 1 1\nmoves\ngo\ngo\nquit\n";
        Path game = Files.writeString(directory.resolve("game.ogn"), "[FEN \"1-0-0-2-0-1-0-2-0-0-1-1-20-20-S\"]\nD b");
        try (FileServer server = new FileServer(SolvedDatabase.directory())) {
            for (String command : List.of("play --dir ", "analyse --json --file " + game + " --dir ")) {
                Outcome local = Cli.line(command + SolvedDatabase.directory(), moves);
                Outcome remote = Cli.line(command + server.uri(), moves).assertSuccess();
                assertEquals(local.out(), remote.out());
                assertFalse(server.takeAsked().isEmpty());
            }
        }
    }

    @Test
    void engineAnswersTheSame() throws IOException {
        try (FileServer server = new FileServer(SolvedDatabase.directory())) {
            String input = "position fen 1-0-0-2-0-1-0-2-0-0-1-1-20-20-S\ngo depth 1\nquit\n";
            Outcome local = Cli.line("uci --dir " + SolvedDatabase.directory(), input);
            Outcome remote = Cli.line("uci --dir " + server.uri(), input);
            String best = local.lines().get(local.lines().size() - 1);
            assertTrue(best.startsWith("bestmove "), local.out());
            assertEquals(best, remote.lines().get(remote.lines().size() - 1), remote.err());
            assertFalse(server.takeAsked().isEmpty());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void aSearchThatWaitsForAServerCanBeStopped(int threads) throws IOException, InterruptedException {
        CountDownLatch isAsked = new CountDownLatch(1);
        CountDownLatch isOver = new CountDownLatch(1);
        try (FileServer server = new FileServer(SolvedDatabase.directory());
                PipedWriter toEngine = new PipedWriter();
                PipedReader fromBoard = new PipedReader(toEngine)) {
            StringWriter said = new StringWriter();
            Protocol protocol =
                    new Protocol(Database.open(server.uri()), new BufferedReader(fromBoard), new PrintWriter(said));
            Thread engine = new Thread(() -> {
                try {
                    protocol.run();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            engine.start();
            // Not 'isready', which warms up: it would read all that the search asks for.
            toEngine.write("setoption name Threads value " + threads + "\nd\n");
            toEngine.flush();
            while (engine.isAlive() && !said.toString().contains("moves ")) {
                Thread.onSpinWait();
            }
            server.setFault((asked, answer) -> {
                isAsked.countDown();
                isOver.await();
                return null;
            });
            toEngine.write("position fen 4-4-4-4-0-0-0-0-0-0-0-0-16-16-S\ngo infinite\n");
            toEngine.flush();
            isAsked.await();
            toEngine.write("stop\nquit\n");
            toEngine.flush();
            engine.join();
            assertTrue(said.toString().contains("bestmove "), said::toString);
            isOver.countDown();
        }
    }
}
