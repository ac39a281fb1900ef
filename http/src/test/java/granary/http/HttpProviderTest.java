package granary.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.format.FileKind;
import granary.format.Manifest;
import granary.testing.FileServer.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@link Files} tells of a directory on a web server whose manifest was read, and what it reads there. */
class HttpProviderTest extends ServedFileTest {
    private static final int LENGTH = 777;

    private Path file;
    private Path directory;
    private Path manifest;
    private Path unlisted;

    @BeforeEach
    void read() throws IOException {
        write(FileKind.SCORES, new byte[LENGTH]);
        file = remote(FileKind.SCORES, HttpOptions.DEFAULT);
        directory = file.getParent();
        manifest = directory.resolve(Manifest.FILE_NAME);
        unlisted = directory.resolve(FileKind.SCORES.fileName(1));
    }

    private static byte[] bytes(Path path) throws IOException {
        try (InputStream in = Files.newInputStream(path)) {
            return in.readAllBytes();
        }
    }

    @Test
    void whatTheManifestListsIsThereAndNothingIsAskedFor() throws IOException {
        for (Path there : List.of(directory, manifest, file)) {
            assertTrue(Files.exists(there) && Files.isReadable(there), there::toString);
            assertFalse(Files.isWritable(there), there::toString);
            assertFalse(Files.isHidden(there) || Files.isSymbolicLink(there), there::toString);
        }
        assertFalse(Files.exists(unlisted) || Files.isReadable(unlisted));
        assertThrows(NoSuchFileException.class, () -> Files.readAttributes(unlisted, BasicFileAttributes.class));
        assertEquals(List.of(), server.takeAsked());
    }

    @Test
    void aFileHasTheLengthThatTheManifestTellsAndADirectoryNone() throws IOException {
        assertEquals(LENGTH, Files.size(file));
        assertEquals(0, Files.size(directory));
        assertTrue(Files.isRegularFile(file) && Files.isRegularFile(manifest) && Files.isDirectory(directory));
        assertFalse(Files.isDirectory(file) || Files.isDirectory(manifest) || Files.isRegularFile(directory));
        assertFalse(Files.isRegularFile(unlisted) || Files.isDirectory(unlisted));
    }

    @Test
    void nothingIsKnownOfTheTimesOfAFile() throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        FileTime unknown = FileTime.fromMillis(0);
        assertEquals(unknown, attributes.lastModifiedTime());
        assertEquals(unknown, attributes.lastAccessTime());
        assertEquals(unknown, attributes.creationTime());
        assertFalse(attributes.isOther() || attributes.isSymbolicLink());
        assertEquals(Set.of("basic"), file.getFileSystem().supportedFileAttributeViews());
    }

    @Test
    void nothingIsFoundInADirectory() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(List.of(), files.toList());
        }
        assertEquals(List.of(), server.takeAsked());
    }

    @Test
    void oneFileIsTheSameAsAnotherOfItsName() throws IOException {
        assertTrue(Files.isSameFile(file, directory.resolve(FileKind.SCORES.fileName(0))));
        assertFalse(Files.isSameFile(file, manifest));
    }

    @Test
    void anAddressIsThatOfADirectory() {
        URI address = URI.create("https://host/games/awari/");
        Path path = HttpProvider.ONLY.getPath(address);
        assertTrue(HttpDirectory.isOn(path));
        assertEquals(address, path.toUri());
        assertEquals("https", HttpProvider.ONLY.getScheme());
    }

    @Test
    void theManifestAndFilesInJsonAreReadAndNoOthers() throws IOException {
        byte[] json = "{}".getBytes(StandardCharsets.US_ASCII);
        server.setFault((request, answer) ->
                request.name().equals("any.json") ? new Answer(200, json, json.length, null, null, null) : answer);
        assertArrayEquals(json, bytes(directory.resolve("any.json")));
        assertEquals(
                "granary 4",
                new String(bytes(manifest), StandardCharsets.US_ASCII)
                        .lines()
                        .findFirst()
                        .orElse(""));
        assertThrows(NoSuchFileException.class, () -> bytes(directory.resolve("none.json")));
        server.takeAsked();
        assertThrows(NoSuchFileException.class, () -> bytes(file));
        assertThrows(NoSuchFileException.class, () -> bytes(directory));
        assertEquals(List.of(), server.takeAsked());
    }
}
