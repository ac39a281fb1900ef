package granary.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.database.Database;
import granary.error.DatabaseException;
import granary.format.Manifest;
import granary.game.Game;
import granary.testing.FileServer;
import granary.testing.SolvedDatabase;
import granary.testing.Thorough;
import granary.testing.sealed.SealedLayers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks on the disk: nothing wrong stays there, nothing foreign is used, and nobody else's files are touched. */
class DiskCacheTest {
    private static final HttpOptions QUICK = HttpOptions.DEFAULT.withTimes(Duration.ofSeconds(5), Duration.ofMillis(2));
    /** The top layer is sealed, those below are packed. */
    private static final int TOP = 7;

    @TempDir
    private static Path directory;

    @TempDir
    private Path cache;

    @BeforeAll
    static void seal() throws IOException {
        SolvedDatabase.copyTo(directory);
        SealedLayers.seal(directory, 4, TOP);
    }

    private Database open(FileServer server, long most) {
        return Database.open(HttpDirectory.at(server.uri(), QUICK.withDisk(cache, most)));
    }

    private static String scores(Database database, int layer) {
        Game game = database.game();
        int[] board = new int[game.cells()];
        StringBuilder scores = new StringBuilder();
        for (long offset = 0; offset < game.size(layer); offset += 1 + game.size(layer) / 20) {
            game.unrank(layer, offset, board);
            scores.append(database.score(board)).append(' ');
        }
        return scores.toString();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(cache)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Whatever a lookup reads, header, model, directory, checksums or data: altered once, it does no harm then or later. */
    @Test
    @Thorough
    void anAnswerThatIsAlteredOnceIsAskedForAgainAndNotKept() throws IOException {
        try (FileServer server = new FileServer(directory);
                Database local = Database.open(directory)) {
            for (int layer : new int[] {TOP - 1, TOP}) {
                String expected = scores(local, layer);
                server.setFault((request, answer) -> answer);
                server.takeAsked();
                try (Database remote = open(server, 1 << 30)) {
                    scores(remote, layer);
                }
                long ranges = server.takeAsked().stream()
                        .filter(FileServer.Asked::isRange)
                        .count();
                for (int number = 0; number < ranges; number++) {
                    for (Path file : files()) {
                        Files.delete(file);
                    }
                    int[] left = {number};
                    server.setFault((request, answer) -> {
                        byte[] body = answer.body().clone();
                        synchronized (left) {
                            if (request.isRange() && left[0]-- == 0) {
                                for (int at = 0; at < body.length; at += 64) {
                                    body[at] ^= 0x10;
                                }
                            }
                        }
                        return answer.withBody(body);
                    });
                    for (String run : List.of("the first run", "the next run")) {
                        try (Database remote = open(server, 1 << 30)) {
                            assertEquals(expected, scores(remote, layer), run + ", answer " + number);
                        }
                    }
                }
            }
        }
    }

    @Test
    void aBlockOfAnotherFileOrPlaceIsNotUsed() throws IOException {
        try (FileServer server = new FileServer(directory)) {
            try (Database remote = open(server, 1 << 30)) {
                IntStream.rangeClosed(0, TOP).forEach(layer -> scores(remote, layer));
            }
            server.takeAsked();
            try (Database remote = open(server, 1 << 30)) {
                IntStream.rangeClosed(0, TOP).forEach(layer -> scores(remote, layer));
            }
            long before = server.takeAsked().size();
            Map<Long, Path> other = new TreeMap<>(); // a file of each length
            int exchanged = 0;
            for (Path file : files()) {
                Path earlier = other.putIfAbsent(Files.size(file), file);
                if (earlier != null) {
                    Files.write(file, Files.readAllBytes(earlier));
                    exchanged++;
                }
            }
            assertTrue(exchanged > 10, exchanged + " blocks");
            try (Database remote = open(server, 1 << 30);
                    Database local = Database.open(directory)) {
                for (int layer = 0; layer <= TOP; layer++) {
                    assertEquals(scores(local, layer), scores(remote, layer));
                }
            }
            assertTrue(server.takeAsked().size() > before);
        }
    }

    @Test
    void whatTheUserHasInTheDirectoryStaysAndIsNotCounted() throws IOException {
        Map<Path, byte[]> own = new TreeMap<>();
        String digest = "0123456789abcdef".repeat(4);
        for (String name : List.of(
                "notes.txt",
                "thesis/chapter1.tex",
                "thesis/0-1000",
                "thesis/3.part",
                digest + "/letter.txt",
                digest + "/0-1000",
                digest + "/draft.part",
                digest + "/deeper/0-3fffc",
                "backup/" + digest + "/0-3fffc")) {
            Path file = cache.resolve(name);
            own.put(file, new byte[256 * 1024]);
            Files.createDirectories(file.getParent());
            Files.write(file, own.get(file));
            Files.setLastModifiedTime(file, FileTime.fromMillis(0));
        }
        long most = 100_000;
        try (FileServer server = new FileServer(directory)) {
            for (int layer = 0; layer <= TOP; layer++) {
                try (Database remote = open(server, most)) {
                    scores(remote, layer);
                }
            }
        }
        long kept = 0;
        for (Path file : files()) {
            kept += own.containsKey(file) ? 0 : Files.size(file);
        }
        for (Path file : own.keySet()) {
            assertTrue(Files.exists(file), file + " is gone");
        }
        assertTrue(kept > most / 2 && kept <= most, kept + " bytes");
    }

    /** A process that was killed leaves a block without its name, which goes with the others. */
    @Test
    void whatAKilledProcessLeftGoesFirst() throws IOException {
        Path left = Files.createDirectories(cache.resolve("0123456789abcdef".repeat(4)))
                .resolve("123456789.part");
        Files.write(left, new byte[200_000]);
        Files.setLastModifiedTime(left, FileTime.fromMillis(0));
        try (FileServer server = new FileServer(directory);
                Database remote = open(server, 100_000)) {
            scores(remote, TOP - 1);
        }
        assertTrue(Files.notExists(left));
    }

    /** Damage that lasts is told, each time, and never kept. */
    @Test
    void whatStaysDamagedIsRefusedAndReadableOnceTheServerIsMended() throws IOException {
        try (FileServer server = new FileServer(directory);
                Database local = Database.open(directory)) {
            server.setFault((request, answer) -> {
                byte[] body = answer.body().clone();
                if (request.isRange() && !request.name().equals(Manifest.FILE_NAME)) {
                    body[body.length / 2] ^= 1;
                }
                return answer.withBody(body);
            });
            for (int run = 0; run < 2; run++) {
                try (Database remote = open(server, 1 << 30)) {
                    scores(remote, TOP);
                } catch (DatabaseException e) {
                    assertTrue(e.getMessage().contains(server.uri().toString()), e.getMessage());
                }
            }
            server.setFault((request, answer) -> answer);
            try (Database remote = open(server, 1 << 30)) {
                assertEquals(scores(local, TOP), scores(remote, TOP));
            }
        }
    }
}
