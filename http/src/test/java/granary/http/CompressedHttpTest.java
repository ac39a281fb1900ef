package granary.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.compressed.CompressedTable;
import granary.database.Database;
import granary.database.OpenOptions;
import granary.error.DamagedFileException;
import granary.format.CompressedHeader;
import granary.format.FileKind;
import granary.game.Game;
import granary.testing.FileServer;
import granary.testing.FileServer.Asked;
import granary.testing.SolvedDatabase;
import granary.testing.TestDatabase;
import granary.testing.TestRandom;
import granary.testing.compressed.CompressedLayers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compressed layers on a web server: their pages come like the chunks of packed ones. */
class CompressedHttpTest {
    private static final HttpOptions QUICK = new HttpOptions(64 << 20, Duration.ofSeconds(5), Duration.ofMillis(2));
    private static final int TOP = SolvedDatabase.TOP;
    /** The lookups of a batch at a time. */
    private static final int TOGETHER = 64;

    @TempDir
    private static Path directory;

    @BeforeAll
    static void compress() throws IOException {
        try (Stream<Path> files = Files.list(SolvedDatabase.directory())) {
            for (Path file : files.toList()) {
                Files.copy(file, directory.resolve(file.getFileName()));
            }
        }
        CompressedLayers.compress(directory, 4, TOP - 1, TOP);
    }

    private static Database open(FileServer server) {
        return Database.open(new HttpSource(server.uri(), QUICK), OpenOptions.DEFAULT);
    }

    @Test
    void scoresAndMovesAreThoseOfTheDirectory() throws IOException {
        Random random = TestRandom.create();
        try (FileServer server = new FileServer(directory);
                Database remote = open(server);
                Database local = Database.open(directory)) {
            Game game = local.game();
            int[] board = new int[game.cells()];
            for (int layer : local.layers()) {
                for (int i = 0; i < 100; i++) {
                    game.unrank(layer, random.nextLong(game.size(layer)), board);
                    assertEquals(local.score(board), remote.score(board));
                    assertEquals(
                            local.moves(board).toString(), remote.moves(board).toString());
                }
            }
        }
    }

    @Test
    void allThatALookupReadsIsAskedForBeforeIt() throws IOException {
        Random random = TestRandom.create();
        try (FileServer server = new FileServer(directory);
                Database local = Database.open(directory)) {
            Game game = local.game();
            int[] board = new int[game.cells()];
            for (int i = 0; i < 20; i++) {
                game.unrank(TOP, random.nextLong(game.size(TOP)), board);
                try (Database remote = open(server)) {
                    server.takeAsked();
                    remote.fetch(List.of(board));
                    server.takeAsked();
                    remote.score(board);
                    remote.moves(board);
                    assertEquals(List.of(), server.takeAsked());
                }
            }
        }
    }

    @Test
    void fetchingPassesOverLayersThatAreNotOpen() throws IOException {
        try (FileServer server = new FileServer(directory);
                Database local = Database.open(directory);
                Database remote =
                        Database.open(new HttpSource(server.uri(), QUICK), OpenOptions.DEFAULT.withLayers(TOP, TOP))) {
            Game game = local.game();
            int[] board = new int[game.cells()];
            int missing = 0;
            for (int i = 0; i < 50; i++) {
                game.unrank(TOP, i * 997L, board);
                remote.fetch(List.of(board));
                OptionalInt found = remote.find(board);
                if (found.isPresent()) {
                    assertEquals(local.score(board), found.getAsInt());
                } else {
                    missing++;
                }
                int[] marked = new int[1];
                remote.batch().markMissing(100).scores(board, 0, 1, marked, 0);
                assertEquals(found.orElse(100), marked[0]);
            }
            assertTrue(missing > 0 && missing < 50, missing + " missing");
        }
    }

    @Test
    void neighbouringPagesComeInOneRequest() throws IOException {
        try (FileServer server = new FileServer(directory);
                Database remote = open(server);
                Database local = Database.open(directory)) {
            long pages = pagesOffset(local);
            int[] boards = spread(local, 500);
            int[] expected = new int[TOGETHER];
            int[] found = new int[TOGETHER];
            local.batch().scores(boards, 0, TOGETHER, expected, 0);
            server.takeAsked();
            remote.batch().scores(boards, 0, TOGETHER, found, 0);
            assertArrayEquals(expected, found);
            List<Asked> asked = server.takeAsked().stream()
                    .filter(request ->
                            request.name().equals(FileKind.COMPRESSED.fileName(TOP)) && request.from() >= pages)
                    .sorted(Comparator.comparingLong(Asked::from))
                    .toList();
            assertTrue(asked.stream().anyMatch(request -> request.length() > CompressedHeader.PAGE), asked.toString());
            for (int i = 1; i < asked.size(); i++) {
                long end = asked.get(i - 1).from() + asked.get(i - 1).length();
                assertTrue(asked.get(i).from() > end, asked.toString());
            }
        }
    }

    /** Returns positions at ranks of some distance, as many as a batch looks up at a time. */
    private static int[] spread(Database database, int distance) {
        long[] ranks = LongStream.range(0, TOGETHER).map(i -> i * distance).toArray();
        return TestDatabase.boards(database.game(), TOP, ranks);
    }

    private static long pagesOffset(Database local) {
        return ((CompressedTable) local.table(TOP)).header().pagesOffset();
    }

    @Test
    void aDamagedPageIsAskedForAgainAndThenRefused() throws IOException {
        try (FileServer server = new FileServer(directory);
                Database local = Database.open(directory);
                Database remote = open(server)) {
            int[] damages = {1};
            long pages = pagesOffset(local);
            server.setFault((request, answer) -> {
                byte[] body = answer.body().clone();
                if (request.name().equals(FileKind.COMPRESSED.fileName(TOP))
                        && request.from() >= pages
                        && damages[0]-- > 0) {
                    body[100] ^= 1;
                }
                return answer.withBody(body);
            });
            for (long rank = 0; damages[0] > 0; rank += 997) {
                assertEquals(local.table(TOP).value(rank), remote.table(TOP).value(rank));
            }
            int[] boards = spread(local, 1000);
            int[] expected = new int[TOGETHER];
            int[] found = new int[TOGETHER];
            damages[0] = Integer.MAX_VALUE;
            assertThrows(DamagedFileException.class, () -> remote.batch().scores(boards, 0, TOGETHER, found, 0));
            damages[0] = 0; // what was damaged was not kept
            local.batch().scores(boards, 0, TOGETHER, expected, 0);
            remote.batch().scores(boards, 0, TOGETHER, found, 0);
            assertArrayEquals(expected, found);
        }
    }
}
