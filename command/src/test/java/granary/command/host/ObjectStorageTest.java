package granary.command.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.database.Database;
import granary.error.ReadFaultException;
import granary.format.FileKind;
import granary.game.Game;
import granary.testing.TestRandom;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.model.BucketCannedACL;
import software.amazon.awssdk.services.s3.model.ObjectCannedACL;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/**
 * A database in a bucket that anybody may read, behind a server that speaks the protocol S3 and wants signatures for all else, answers
 * like the one in its directory.
 */
class ObjectStorageTest {
    private static final int TOP = 9;
    private static final String OPEN = "open";
    private static final String CLOSED = "closed";
    private static final String PREFIX = "games/awari/";

    @TempDir
    private static Path made;

    @TempDir
    private Path scratch;

    private static Path database;
    private static FilesystemNio2BlobStore store;
    private static S3Proxy server;

    @BeforeAll
    static void publish() throws Exception {
        database = Files.createDirectory(made.resolve("db"));
        Path site = made.resolve("site");
        Awari game = new Awari(6, RuleSet.OLYMPIAD);
        Databases.buildWithDistances(database, game, TOP, new SweepSolver(game, 2, KernelChoice.automatic()));
        Cli.run("publish", "--dir", database, "--out", site).assertSuccess();
        store = new FilesystemNio2BlobStore(
                Files.createDirectory(made.resolve("store")).toString());
        for (String bucket : List.of(OPEN, CLOSED)) {
            store.createContainer(bucket);
            for (Path file : files(site)) {
                put(bucket, PREFIX + file.getFileName(), Files.readAllBytes(file));
            }
        }
        server = S3Proxy.builder()
                .blobStore(store)
                .endpoint(URI.create("http://127.0.0.1:0"))
                .awsAuthentication(AuthenticationType.AWS_V4, "name", "secret")
                .build();
        server.start();
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.stop();
        }
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }

    private static void put(String bucket, String key, byte... bytes) {
        store.putBlob(
                PutObjectRequest.builder()
                        .bucket(bucket)
                        .key(key)
                        .contentLength((long) bytes.length)
                        .build(),
                new ByteArrayInputStream(bytes));
        if (bucket.equals(OPEN)) {
            store.setContainerAccess(bucket, BucketCannedACL.PUBLIC_READ);
            store.setBlobAccess(bucket, key, ObjectCannedACL.PUBLIC_READ);
        }
    }

    private static URI address(String bucket) {
        return URI.create("http://127.0.0.1:" + server.getPort() + "/" + bucket + "/" + PREFIX);
    }

    @Test
    void theCheckFindsThatItAnswersAsReadersNeed() {
        String checked =
                Cli.run("publish", "--check", address(OPEN)).assertSuccess().out();
        assertTrue(checked.contains("ok: range requests") && checked.contains("ok: the same version"), checked);
        assertTrue(checked.contains("ok: bytes as they are") && checked.contains("ok: status 416"), checked);
        assertFalse(checked.contains("FAILED"), checked);
    }

    @Test
    void scoresDistancesAndMovesAreThoseOfTheDirectory() {
        Random random = TestRandom.create();
        try (Database remote = Database.open(address(OPEN));
                Database local = Database.open(database)) {
            assertEquals(local.distanceLayers(), remote.distanceLayers());
            Game game = local.game();
            int[] board = new int[game.cells()];
            for (int layer : local.layers()) {
                for (int i = 0; i < 50; i++) {
                    game.unrank(layer, random.nextLong(game.size(layer)), board);
                    assertEquals(local.score(board), remote.score(board));
                    assertEquals(local.findDistance(board), remote.findDistance(board));
                    assertEquals(
                            local.moves(board).toString(), remote.moves(board).toString());
                }
            }
        }
    }

    @Test
    void aFetchCopiesIt() throws IOException {
        Path copy = scratch.resolve("copy");
        Cli.run("fetch", address(OPEN), "--dir", copy).assertSuccess();
        Cli.run("verify", "--dir", copy).assertSuccess();
        for (int layer = 0; layer <= TOP; layer++) {
            Path file = copy.resolve(FileKind.SCORES.fileName(layer));
            assertEquals(-1, Files.mismatch(database.resolve(file.getFileName()), file), file.toString());
        }
    }

    @Test
    void anObjectThatIsReplacedUnderAnOpenDatabaseIsAnError() throws IOException {
        String name = FileKind.SCORES.fileName(TOP);
        byte[] bytes = Files.readAllBytes(database.resolve(name));
        byte[] other = bytes.clone();
        other[other.length / 2] ^= 1;
        try (Database remote = Database.open(address(OPEN))) {
            put(OPEN, PREFIX + name, other);
            String message = assertThrows(
                            ReadFaultException.class, () -> remote.table(TOP).value(0))
                    .getMessage();
            assertTrue(message.contains("replaced while the database was open"), message);
        } finally {
            put(OPEN, PREFIX + name, bytes);
        }
    }

    @Test
    void aBucketThatNobodyMayReadIsRefused() {
        assertTrue(Cli.run("info", "--dir", address(CLOSED)).assertFailure(1).contains("status 403"));
    }
}
