package granary.command.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.database.Listing;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.plain.CompressedFile;
import granary.plain.Model;
import granary.testing.FileServer;
import granary.testing.FileServer.Asked;
import granary.testing.Mounts;
import granary.testing.TestDatabase;
import granary.testing.compressed.CompressedLayers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A fetched database is the one that the manifest lists, to the byte, or has no name. */
class FetchTest {
    private static final Awari GAME = new Awari(6, RuleSet.OLYMPIAD);
    /** A layer whose packed file has four pieces, and one whose compressed file has three. */
    private static final int LARGE = 14;

    private static final int LARGE_COMPRESSED = 9;

    @TempDir
    private Path source;

    @TempDir
    private Path work;

    /** Fetches the source over HTTP, and checks that the copy is the same. */
    private void assertFetched() throws IOException {
        try (FileServer server = new FileServer(source)) {
            Cli.run("fetch", server.uri(), "--dir", work).assertSuccess();
        }
        assertEquals(Databases.contents(source), Databases.contents(work));
    }

    private static long bytesAsked(FileServer server) {
        return server.takeAsked().stream()
                .filter(Asked::isRange)
                .mapToLong(Asked::length)
                .sum();
    }

    private static String digest(Path directory) {
        return Cli.run("info", "--dir", directory, "--digest").printed().strip();
    }

    @Test
    void fetchedFilesAreThoseOfTheSourceAndAreFetchedOnce() throws IOException {
        Path database = Databases.twelveSeeds();
        Path copy = work.resolve("copy");
        try (FileServer server = new FileServer(database)) {
            Cli.run("fetch", server.uri(), "--dir", copy, "--layers", "0..9").assertSuccess();
            assertEquals(9, new Listing(copy).manifest().files(FileKind.SCORES).lastKey());
            String digest = digest(database);
            assertEquals(
                    digest,
                    FileDigest.of(Files.readAllBytes(database.resolve(Manifest.FILE_NAME))),
                    "as sha of the file");
            Cli.run("fetch", server.uri(), "--dir", copy, "--digest", digest).assertSuccess();
            server.takeAsked();
            assertEquals(
                    "nothing to do: " + copy + " holds layers 0 to 12\n",
                    Cli.run("fetch", server.uri(), "--dir", copy).printed());
            assertTrue(server.takeAsked().stream().allMatch(request -> request.length() <= 70_000), "headers alone");
        }
        assertEquals(Databases.contents(database), Databases.contents(copy));
    }

    @Test
    void manifestWithAnotherDigestIsRefused() throws IOException {
        TestDatabase.write(source, GAME, 3);
        Path copy = work.resolve("copy");
        try (FileServer server = new FileServer(source)) {
            Cli.run("fetch", server.uri(), "--dir", copy, "--digest", "0".repeat(64))
                    .assertFailure(1, digest(source));
            assertFalse(Files.exists(copy));
            Cli.run("fetch", server.uri(), "--dir", copy, "--digest", "abc").assertFailure(2);
        }
    }

    /** Writes a layer into the source and returns the name of its file. */
    private String writeLarge(FileKind kind) throws IOException {
        if (kind == FileKind.SCORES) {
            TestDatabase.writeLayers(source, GAME, LARGE);
            return kind.fileName(LARGE);
        }
        Model network = CompressedLayers.randomModel(GAME.cells(), LARGE_COMPRESSED, 2, 1);
        CompressedFile file =
                CompressedLayers.file(GAME, LARGE_COMPRESSED, new int[0], network, FileDigest.NONE, FileDigest.NONE);
        byte[] plain = new byte[1 + 256];
        plain[0] = (byte) 255;
        for (int block = 0; block * 256L < GAME.size(LARGE_COMPRESSED); block++) {
            file.pages.add(CompressedFile.page(plain));
            file.directory.add(block + 1);
        }
        byte[] bytes = file.bytes();
        Manifest.Entry entry = new Manifest.Entry(bytes.length, FileDigest.of(bytes));
        Files.write(source.resolve(kind.fileName(LARGE_COMPRESSED)), bytes);
        Files.write(
                source.resolve(Manifest.FILE_NAME),
                Manifest.empty(GAME.type().id(), GAME.parameters())
                        .with(kind, LARGE_COMPRESSED, entry)
                        .toBytes());
        return kind.fileName(LARGE_COMPRESSED);
    }

    @ParameterizedTest
    @EnumSource(names = {"SCORES", "COMPRESSED"})
    void interruptedFetchResumes(FileKind kind) throws IOException {
        String name = writeLarge(kind);
        long length = Files.size(source.resolve(name));
        long last = 4096 + 2 * FileDigest.SEGMENT;
        try (FileServer server = new FileServer(source)) {
            server.setFault((request, answer) ->
                    request.length() > 70_000 && request.from() >= last ? answer.withStatus(403) : answer);
            Cli.run("fetch", server.uri(), "--dir", work).assertFailure(1, "status 403");
            assertFalse(Files.exists(work.resolve(name)));
            Cli.run("info", "--dir", work).assertSuccess();
            server.setFault((request, answer) -> answer);
            server.takeAsked();
            Cli.run("fetch", server.uri(), "--dir", work).assertSuccess();
            long asked = bytesAsked(server);
            // The first piece of a compressed file comes again, for the model has no checksums; headers come twice.
            assertTrue(asked < length - FileDigest.SEGMENT + 70_000, asked + " of " + length + " bytes");
        }
        assertEquals(Databases.contents(source), Databases.contents(work));
    }

    /** Damaged in the header, in the data, and in the last byte, which is of a checksum; or 5,000 bytes longer. */
    @ParameterizedTest
    @CsvSource({
        "SCORES, 100", "SCORES, " + FileDigest.SEGMENT, "SCORES, -1", "SCORES,",
        "COMPRESSED, 100", "COMPRESSED, " + FileDigest.SEGMENT, "COMPRESSED, -1", "COMPRESSED,",
    })
    void damagedPiecesAreFetchedAgainAndRemainsRemoved(FileKind kind, Integer at) throws IOException {
        String name = writeLarge(kind);
        byte[] bytes = Files.readAllBytes(source.resolve(name));
        if (at == null) {
            bytes = Arrays.copyOf(bytes, bytes.length + 5000);
        } else {
            bytes[Math.floorMod(at, bytes.length)] ^= 1;
        }
        Files.write(work.resolve(name + ".fetched"), bytes);
        assertFetched();
        Cli.run("info", "--dir", work).assertSuccess();
    }

    @Test
    void remainsOfALayerBuiltSinceAreRemoved() throws IOException {
        Databases.build(source, GAME, 3, 1);
        Databases.build(work, GAME, 3, 1);
        Files.write(work.resolve("layer-002.granary.fetched"), new byte[] {1});
        assertFetched();
    }

    @Test
    void unlistedFileOfTheSourceIsNotFetchedAgain() throws IOException {
        Databases.build(source, GAME, 9, 1);
        Databases.copy(source, work, 8, -1);
        Path name = Path.of(FileKind.SCORES.fileName(9));
        Files.copy(source.resolve(name), work.resolve(name));
        try (FileServer server = new FileServer(source)) {
            Cli.run("fetch", server.uri(), "--dir", work).assertSuccess();
            long asked = bytesAsked(server);
            assertTrue(asked < Files.size(source.resolve(name)), asked + " bytes");
        }
        assertEquals(Databases.contents(source), Databases.contents(work));
    }

    @Test
    void aListedFileOfAnotherLengthIsFetchedAgain() throws IOException {
        Databases.build(source, GAME, 3, 1);
        Databases.copy(source, work, 3, -1);
        Files.write(work.resolve(FileKind.SCORES.fileName(2)), new byte[100]);
        assertFetched();
    }

    @Test
    void incompleteSetOfFilesIsFetched() throws IOException {
        Databases.build(source, GAME, 9, 1, FileKind.DISTANCES);
        Files.delete(source.resolve(FileKind.SCORES.fileName(2)));
        Files.delete(source.resolve(FileKind.SCORES.fileName(9)));
        Files.delete(source.resolve(FileKind.DISTANCES.fileName(5)));
        for (boolean isFetched : new boolean[] {false, true}) {
            try (FileServer server = new FileServer(source)) {
                String out = Cli.run("fetch", server.uri(), "--dir", work).printed();
                assertTrue(out.contains(isFetched ? "nothing to do: " + work + " holds" : "fetched "), out);
                assertTrue(out.contains(" layers 0 to 1, 3 to 8"), out);
                for (int layer : new int[] {2, 9}) {
                    String name = FileKind.SCORES.fileName(layer);
                    assertTrue(out.contains(server.uri() + name + " is listed, but not there\n"), out);
                }
                assertTrue(out.contains("layer-005.distances.granary is listed, but not there\n"), out);
                Cli.run("fetch", server.uri(), "--dir", work, "--layers", 2).assertFailure(1);
            }
        }
        Databases.build(work, GAME, 9, 1);
        Cli.run("verify", "--dir", work).assertSuccess();
    }

    @Test
    void diskTooSmallIsReportedBeforeTheFirstByte() throws IOException, InterruptedException {
        TestDatabase.write(source, GAME, 9);
        assumeTrue(Mounts.memory(work, 100), Mounts.SKIPPED);
        try (FileServer server = new FileServer(source)) {
            Cli.run("fetch", server.uri(), "--dir", work).assertFailure(1, work.toString(), "are free");
            assertTrue(server.takeAsked().stream().allMatch(request -> request.length() <= 70_000), "headers alone");
            Cli.run("fetch", server.uri(), "--dir", work, "--layers", "0..6").assertSuccess();
        } finally {
            Mounts.unmount(work);
        }
    }

    @Test
    void fileOtherThanTheListedOneGetsNoName() throws IOException {
        TestDatabase.write(source, GAME, 5);
        Path other = Files.createDirectory(work.resolve("other"));
        TestDatabase.writeLayers(other, GAME, (layer, rank) -> 0, 5);
        byte[] listed = Files.readAllBytes(source.resolve(Manifest.fileName(5)));
        byte[] changed = Files.readAllBytes(other.resolve(Manifest.fileName(5)));
        System.arraycopy(listed, 0, changed, 0, 4096); // a header that fits
        Files.write(source.resolve(Manifest.fileName(5)), changed);
        Path copy = work.resolve("copy");
        try (FileServer server = new FileServer(source)) {
            Cli.run("fetch", server.uri(), "--dir", copy).assertFailure(1, "not the file that the manifest lists");
        }
        assertEquals(
                List.of(0, 1, 2, 3, 4),
                List.copyOf(new Listing(copy).manifest().files(FileKind.SCORES).keySet()));
        try (Stream<Path> files = Files.list(copy)) {
            assertTrue(files.noneMatch(file -> file.getFileName().toString().contains("005")), "no trace");
        }
    }

    @Test
    void aLayerOfAnotherBuildIsNotReplaced() throws IOException {
        TestDatabase.write(source, GAME, 4);
        Path copy = Files.createDirectory(work.resolve("copy"));
        TestDatabase.writeLayers(copy, GAME, (layer, rank) -> 0, 0, 1, 2, 3, 4);
        byte[] before = Files.readAllBytes(copy.resolve(Manifest.fileName(4)));
        try (FileServer server = new FileServer(source)) {
            Cli.run("fetch", server.uri(), "--dir", copy).assertFailure(1, " is not a copy of ");
        }
        assertEquals(4, new Listing(copy).manifest().files(FileKind.SCORES).lastKey());
        assertEquals(
                List.of(before.length), List.of(Files.readAllBytes(copy.resolve(FileKind.SCORES.fileName(4))).length));
    }
}
