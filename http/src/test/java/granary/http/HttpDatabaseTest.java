package granary.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.database.Database;
import granary.database.OpenOptions;
import granary.error.DamagedFileException;
import granary.error.MissingLayerException;
import granary.error.ReadFaultException;
import granary.error.UnsupportedDatabaseException;
import granary.format.FileKind;
import granary.format.LayerTable;
import granary.format.Manifest;
import granary.game.Game;
import granary.storage.Addresses;
import granary.testing.FileServer;
import granary.testing.FileServer.Asked;
import granary.testing.SolvedDatabase;
import granary.testing.TestDatabase;
import granary.testing.TestRandom;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A database read from a web server gives what the same database gives from a directory. */
class HttpDatabaseTest {
    private static final HttpOptions QUICK = new HttpOptions(64 << 20, Duration.ofSeconds(5), Duration.ofMillis(2));

    private static final HttpOptions PATIENT = HttpOptions.DEFAULT;

    /** A layer of seven chunks. */
    private static final int LARGE = 11;

    @TempDir
    private Path directory;

    private static Database open(FileServer server, HttpOptions options) {
        return Database.open(new HttpSource(server.uri(), options), OpenOptions.DEFAULT);
    }

    @Test
    void everyScoreAndMoveIsThatOfTheDirectory() throws IOException {
        Random random = TestRandom.create();
        try (FileServer server = new FileServer(SolvedDatabase.directory());
                Database remote = Database.open(server.uri());
                Database local = Database.open(SolvedDatabase.directory())) {
            Game game = local.game();
            int[] board = new int[game.cells()];
            for (int layer : local.layers()) {
                for (int i = 0; i < 200; i++) {
                    game.unrank(layer, random.nextLong(game.size(layer)), board);
                    assertEquals(local.score(board), remote.score(board));
                    assertEquals(
                            local.moves(board).toString(), remote.moves(board).toString());
                }
                int count = (int) game.size(layer);
                int[] expected = new int[count];
                int[] found = new int[count];
                local.table(layer).values(0, count, expected, 0);
                remote.table(layer).values(0, count, found, 0);
                assertArrayEquals(expected, found);
            }
        }
    }

    @Test
    void distancesAbsentOnServerAreMissingOthersAreRead() throws IOException {
        Game game = new Awari(6, RuleSet.OLYMPIAD);
        TestDatabase.write(directory, game, 5);
        TestDatabase.addDistances(directory, game, 9, 3, 4, 5);
        Files.delete(directory.resolve(FileKind.DISTANCES.fileName(4)));
        try (FileServer server = new FileServer(directory);
                Database remote = open(server, QUICK);
                Database local = Database.open(directory)) {
            assertEquals(Set.of(3, 5), Set.copyOf(remote.distanceLayers()));
            int[] board = new int[game.cells()];
            for (long rank = 0; rank < game.size(5); rank += 17) {
                game.unrank(5, rank, board);
                assertEquals(local.distance(board), remote.distance(board));
                assertEquals(local.moves(board).toString(), remote.moves(board).toString());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4095})
    void filesListedShorterThanAHeaderMayBeMissing(int length) throws IOException {
        Game game = new Awari(2, RuleSet.OLYMPIAD);
        TestDatabase.write(directory, game, 3);
        Path path = directory.resolve(Manifest.FILE_NAME);
        Manifest manifest = Manifest.parse(path.toString(), Files.readAllBytes(path))
                .with(FileKind.DISTANCES, 2, new Manifest.Entry(length, "0".repeat(64)));
        Files.write(path, manifest.toBytes());
        try (FileServer server = new FileServer(directory)) {
            try (Database remote = open(server, QUICK)) {
                assertEquals(Set.of(), Set.copyOf(remote.distanceLayers()));
            }
            Path distances = directory.resolve(FileKind.DISTANCES.fileName(2));
            server.setFault((request, answer) ->
                    request.isRange() && answer.body().length == 0 ? answer.withStatus(416) : answer);
            for (int found : new int[] {length, 4116}) {
                Files.write(distances, new byte[found]);
                assertThrows(DamagedFileException.class, () -> open(server, QUICK));
            }
        }
    }

    @Test
    void openingTakesTwoRoundsOfRequestsHoweverManyLayersThereAre() throws IOException {
        Game game = new Awari(2, RuleSet.OLYMPIAD);
        TestDatabase.write(directory, game, 24);
        try (FileServer server = new FileServer(directory)) {
            open(server, PATIENT).close();
            List<Asked> asked = server.takeAsked();
            assertEquals(1, asked.stream().filter(request -> !request.isRange()).count());
            assertTrue(asked.size() <= 1 + 2 * 25, asked.toString());
            Meeting meeting = new Meeting(asked.size() - 1);
            server.setFault((request, answer) -> request.isRange() ? meeting.change(request, answer) : answer);
            open(server, PATIENT).close();
            meeting.assertHeld();
        }
    }

    @ParameterizedTest
    @CsvSource({"false, 7", "true, 14"})
    void aProbeAsksOnceForAllItsChunks(boolean withDistances, int most) throws IOException {
        Random random = TestRandom.create();
        Game game = new Awari(6, RuleSet.OLYMPIAD);
        TestDatabase.write(directory, game, LARGE);
        if (withDistances) {
            TestDatabase.addDistances(
                    directory, game, 60, IntStream.rangeClosed(0, LARGE).toArray());
        }
        int several = 0;
        try (FileServer server = new FileServer(directory);
                Database local = Database.open(directory)) {
            for (int i = 0; i < 10 || several <= 2; i++) { // until a position needs chunks of several layers
                int[] board = new int[game.cells()];
                game.unrank(LARGE, random.nextLong(game.size(LARGE)), board);
                List<Asked> asked = probe(server, local, board, (request, answer) -> answer);
                assertTrue(!asked.isEmpty() && asked.size() <= most, asked.toString());
                assertEquals(asked.size(), new HashSet<>(asked).size(), asked.toString());
                several = Math.max(several, asked.size());
                Meeting meeting = new Meeting(asked.size());
                probe(server, local, board, meeting);
                meeting.assertHeld();
            }
        }
    }

    /** Looks a position up in a database that was just opened, and returns what the server was asked for. */
    private static List<Asked> probe(FileServer server, Database local, int[] board, FileServer.Fault fault) {
        server.setFault((request, answer) -> answer);
        try (Database remote = open(server, PATIENT)) {
            server.takeAsked();
            server.setFault(fault);
            remote.fetch(List.of(board));
            assertEquals(local.score(board), remote.score(board));
            assertEquals(local.findDistance(board), remote.findDistance(board));
            assertEquals(local.moves(board).toString(), remote.moves(board).toString());
            return server.takeAsked();
        }
    }

    /** Answers no request before all have come: nobody waits for an answer before the last request. */
    private static final class Meeting implements FileServer.Fault {
        private final CountDownLatch missing;

        Meeting(int requests) {
            missing = new CountDownLatch(requests);
        }

        @Override
        public FileServer.Answer change(Asked request, FileServer.Answer answer) throws InterruptedException {
            missing.countDown();
            return missing.await(20, TimeUnit.SECONDS) ? answer : answer.withStatus(403);
        }

        void assertHeld() {
            assertEquals(0, missing.getCount());
        }
    }

    @Test
    void neighbouringChunksComeInOneRequest() throws IOException {
        try (FileServer server = new FileServer(SolvedDatabase.directory());
                Database remote = open(server, QUICK)) {
            server.takeAsked();
            Game game = remote.game();
            int[] boards = TestDatabase.boards(game, SolvedDatabase.TOP, 0, game.size(SolvedDatabase.TOP) - 1);
            remote.batch().scores(boards, 0, 2, new int[2], 0);
            assertEquals(1, server.takeAsked().size());
        }
    }

    @Test
    void whatIsDamagedIsAskedForAgainPastAllCopiesAndThenRefused() throws IOException {
        try (FileServer server = new FileServer(SolvedDatabase.directory());
                Database local = Database.open(SolvedDatabase.directory());
                Database remote = open(server, QUICK)) {
            int[] damages = {1};
            server.takeAsked();
            server.setFault((request, answer) -> {
                byte[] body = answer.body().clone();
                body[0] ^= (byte) (damages[0]-- > 0 ? 4 : 0);
                return answer.withBody(body);
            });
            assertEquals(
                    local.table(SolvedDatabase.TOP).value(7),
                    remote.table(SolvedDatabase.TOP).value(7));
            List<Asked> asked = server.takeAsked();
            assertFalse(asked.get(0).isFresh(), asked.toString());
            assertEquals(3, asked.size(), "chunk, chunk and checksums again");
            assertTrue(asked.get(1).isFresh() && asked.get(2).isFresh(), asked.toString());
            damages[0] = Integer.MAX_VALUE;
            long last = remote.game().size(SolvedDatabase.TOP) - 1;
            assertThrows(
                    DamagedFileException.class,
                    () -> remote.table(SolvedDatabase.TOP).value(last));
        }
    }

    @Test
    void checksumsThatAreDamagedOnceAreAskedForAgain() throws IOException {
        Game game = new Awari(6, RuleSet.OLYMPIAD);
        TestDatabase.write(directory, game, LARGE);
        Path file = directory.resolve(Manifest.fileName(LARGE));
        long table = Files.size(file) - 7 * Integer.BYTES;
        try (FileServer server = new FileServer(directory)) {
            server.setFault((request, answer) -> {
                byte[] body = answer.body().clone();
                if (request.name().equals(Manifest.fileName(LARGE)) && request.from() + body.length > table) {
                    body[(int) (table - request.from())] ^= 1;
                }
                return answer.withBody(body);
            });
            try (Database remote = open(server, QUICK);
                    Database local = Database.open(directory)) {
                server.setFault((request, answer) -> answer);
                for (int board = 0; board < 2; board++) {
                    assertEquals(
                            local.table(LARGE).value(board), remote.table(LARGE).value(board));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ETag", "Last-Modified"})
    void aFileThatIsReplacedWhileItIsOpenIsAnError(String header) throws IOException {
        SolvedDatabase.copyTo(directory);
        try (FileServer server = new FileServer(directory, header);
                Database remote = open(server, QUICK)) {
            Path file = directory.resolve(Manifest.fileName(SolvedDatabase.TOP));
            byte[] bytes = Files.readAllBytes(file);
            bytes[5000] ^= 1;
            Files.write(file, bytes);
            ReadFaultException changed = assertThrows(
                    ReadFaultException.class,
                    () -> remote.table(SolvedDatabase.TOP).value(0));
            assertTrue(changed.getMessage().contains("replaced while the database was open"), changed.getMessage());
        }
    }

    @Test
    void aFileIsTheSameWhetherItsVersionIsSaidToBeWeakOrNot() throws IOException {
        try (FileServer server = new FileServer(SolvedDatabase.directory());
                Database local = Database.open(SolvedDatabase.directory());
                Database remote = open(server, QUICK)) {
            server.setFault((request, answer) -> answer.withVersion("W/" + answer.version()));
            assertEquals(
                    local.table(SolvedDatabase.TOP).value(7),
                    remote.table(SolvedDatabase.TOP).value(7));
        }
    }

    @Test
    void whatIsNotThereIsNamed() throws IOException {
        SolvedDatabase.copyTo(directory);
        Files.delete(directory.resolve(Manifest.fileName(4)));
        try (FileServer server = new FileServer(directory)) {
            String address = server.uri().toString();
            try (Database database = open(server, QUICK)) {
                assertEquals(Set.of(4), database.missingLayers());
                MissingLayerException layer = assertThrows(MissingLayerException.class, () -> database.table(4));
                assertTrue(layer.getMessage().contains("layer-004.granary: the file is missing"), layer.getMessage());
            }
            Files.delete(directory.resolve(Manifest.FILE_NAME));
            UnsupportedDatabaseException none =
                    assertThrows(UnsupportedDatabaseException.class, () -> open(server, QUICK));
            assertTrue(
                    none.getMessage()
                            .startsWith(
                                    address + "granary.manifest: expected a manifest, found status 404 (no database"),
                    none.getMessage());
        }
        assertThrows(
                ReadFaultException.class,
                () -> Database.open(new HttpSource(URI.create("http://127.0.0.1:1/"), QUICK), OpenOptions.DEFAULT));
        assertThrows(IllegalArgumentException.class, () -> Database.open(URI.create("ftp://host/awari/")));
    }

    @Test
    void anAddressWithAPasswordIsRefusedAndNotShown() {
        for (String word :
                List.of("https://user:secret@host/awari/", "ftp://user:sec ret@host/", "http://user:secret@")) {
            Exception refusal = assertThrows(IllegalArgumentException.class, () -> Addresses.parse(word));
            assertFalse(refusal.getMessage().contains("sec"), refusal.getMessage());
        }
        URI address = URI.create("https://user:secret@host/awari/");
        for (Executable use : List.<Executable>of(() -> Database.open(address), () -> new HttpSource(address))) {
            Exception refusal = assertThrows(IllegalArgumentException.class, use);
            assertFalse(refusal.getMessage().contains("secret"), refusal.getMessage());
        }
    }

    @Test
    void addressesOfDirectoriesOnWebServersAreTaken() {
        HttpAddresses addresses = new HttpAddresses();
        assertTrue(addresses.take(URI.create("HTTPS://host/")) && addresses.take(URI.create("http://host/")));
        assertFalse(addresses.take(URI.create("ftp://host/")) || addresses.take(URI.create("http/host")));
        assertEquals("http://host/awari/file", new HttpSource(URI.create("http://host/awari")).where("file"));
        for (String other : List.of("http:/awari/", "http://host/awari?file", "http://host/awari#file")) {
            assertThrows(IllegalArgumentException.class, () -> new HttpSource(URI.create(other)));
        }
    }

    @Test
    void aManifestThatIsTooLongIsRefused() throws IOException {
        try (FileServer server = new FileServer(SolvedDatabase.directory())) {
            server.setFault(
                    (request, answer) -> new FileServer.Answer(200, new byte[2_000_000], 2_000_000, null, null, null));
            assertThrows(RuntimeException.class, () -> open(server, QUICK));
        }
    }

    @Test
    void aFileOfAnotherLengthIsRefused() throws IOException {
        SolvedDatabase.copyTo(directory);
        Path file = directory.resolve(Manifest.fileName(7));
        Files.write(file, new byte[1], StandardOpenOption.APPEND);
        try (FileServer server = new FileServer(directory)) {
            RuntimeException wrong = assertThrows(RuntimeException.class, () -> open(server, QUICK));
            assertTrue(wrong instanceof ReadFaultException || wrong instanceof DamagedFileException, wrong.toString());
            assertTrue(wrong.getMessage().contains("layer-007"), wrong.getMessage());
        }
    }

    @Test
    void onlyWantedLayersAreAskedForAndTheManifestPastCaches() throws IOException {
        try (FileServer server = new FileServer(SolvedDatabase.directory())) {
            Database.open(new HttpSource(server.uri(), QUICK), OpenOptions.DEFAULT.withLayers(2, 3))
                    .close();
            List<Asked> asked = server.takeAsked();
            assertEquals(
                    Set.of(Manifest.FILE_NAME, Manifest.fileName(2), Manifest.fileName(3)),
                    Set.copyOf(asked.stream().map(Asked::name).toList()));
            assertTrue(asked.stream().allMatch(request -> request.isRange() || request.isFresh()));
        }
    }

    @Test
    void aClosedDatabaseAsksForNothing() throws IOException {
        try (FileServer server = new FileServer(SolvedDatabase.directory())) {
            Database remote = open(server, QUICK);
            LayerTable table = remote.table(SolvedDatabase.TOP);
            remote.close();
            server.takeAsked();
            assertThrows(IllegalStateException.class, () -> table.value(0));
            assertTrue(server.takeAsked().isEmpty());
        }
    }
}
