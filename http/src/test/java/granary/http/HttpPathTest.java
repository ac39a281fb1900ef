package granary.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What {@link Path} promises, of a directory on a web server and the files in it. Nothing is sent. */
class HttpPathTest {
    private static final URI ADDRESS = URI.create("http://host/games/awari/");

    private final Path directory = HttpDirectory.at(ADDRESS);
    private final Path file = directory.resolve("layer-001.granary");
    private final FileSystem system = directory.getFileSystem();

    @Test
    void aPathIsItsAddress() {
        assertEquals(ADDRESS, directory.toUri());
        assertEquals("http://host/games/awari/", directory.toString());
        assertEquals("http://host/games/awari/layer-001.granary", file.toString());
        assertEquals(file.toString(), file.toUri().toString());
    }

    @Test
    void aPathHasTheLastNameOfItsAddress() {
        assertEquals(Path.of("awari"), directory.getFileName());
        assertEquals(Path.of("layer-001.granary"), file.getFileName());
        assertNull(HttpDirectory.at(URI.create("http://host/")).getFileName());
    }

    @Test
    void aFileHasOneNameAndADirectoryNone() {
        assertEquals(0, directory.getNameCount());
        assertThrows(IndexOutOfBoundsException.class, () -> directory.getName(0));
        assertEquals(1, file.getNameCount());
        assertEquals(Path.of("layer-001.granary"), file.getName(0));
        assertThrows(IndexOutOfBoundsException.class, () -> file.getName(1));
        List<Path> names = new ArrayList<>();
        file.forEach(names::add);
        assertEquals(List.of(Path.of("layer-001.granary")), names);
        assertEquals(Path.of("layer-001.granary"), file.subpath(0, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> file.subpath(0, 2));
    }

    @Test
    void theDirectoryIsTheRootAndTheParentOfItsFiles() {
        assertSame(directory, file.getRoot());
        assertSame(directory, directory.getRoot());
        assertSame(directory, file.getParent());
        assertNull(directory.getParent());
        assertEquals(List.of(directory), List.copyOf((List<Path>) system.getRootDirectories()));
    }

    @Test
    void aPathIsAbsoluteNormalAndReal() throws IOException {
        for (Path path : List.of(directory, file)) {
            assertTrue(path.isAbsolute());
            assertSame(path, path.normalize());
            assertSame(path, path.toAbsolutePath());
            assertSame(path, path.toRealPath());
            assertSame(system, path.getFileSystem());
        }
    }

    @Test
    void aNameIsResolvedInTheDirectoryAndAnAbsolutePathIsItself() {
        assertEquals(file, directory.resolve(Path.of("layer-001.granary")));
        assertEquals(directory, directory.resolve(""));
        Path absolute = Path.of("layer-001.granary").toAbsolutePath();
        assertSame(absolute, directory.resolve(absolute));
        Path other = HttpDirectory.at(URI.create("http://host/chain/"));
        assertSame(other, directory.resolve(other));
        assertEquals(directory.resolve("layer-002.granary"), file.resolveSibling("layer-002.granary"));
    }

    @Test
    void aPathStartsWithItselfAndItsDirectoryAndEndsWithItselfAndItsName() {
        assertTrue(file.startsWith(file) && file.startsWith(directory) && directory.startsWith(directory));
        assertFalse(directory.startsWith(file));
        assertFalse(file.startsWith(directory.resolve("layer-002.granary")));
        assertTrue(file.endsWith(file) && file.endsWith("layer-001.granary") && directory.endsWith(directory));
        assertFalse(file.endsWith("granary") || file.endsWith(directory) || directory.endsWith(file));
    }

    /** One that was opened again may have other options, and other blocks in memory. */
    @Test
    void pathsOfOneDirectoryAreEqualByNameAndThoseOfAnotherAreNot() {
        assertEquals(file, directory.resolve("layer-001.granary"));
        assertEquals(file.hashCode(), directory.resolve("layer-001.granary").hashCode());
        assertNotEquals(directory, file);
        assertNotEquals(file, directory.resolve("layer-002.granary"));
        assertNotEquals(file, HttpDirectory.at(ADDRESS).resolve("layer-001.granary"));
        assertNotEquals(file.hashCode(), directory.resolve("layer-002.granary").hashCode());
    }

    @Test
    void pathsAreInTheOrderOfTheirAddresses() {
        assertEquals(0, file.compareTo(directory.resolve("layer-001.granary")));
        assertTrue(file.compareTo(directory.resolve("layer-002.granary")) < 0);
        assertTrue(file.compareTo(directory) > 0);
    }

    @Test
    void aDirectoryIsToldFromOneOfADisk() {
        assertTrue(HttpDirectory.isOn(directory) && HttpDirectory.isOn(file));
        assertFalse(HttpDirectory.isOn(Path.of("awari")));
        assertTrue(system.isOpen() && system.isReadOnly());
        assertEquals("/", system.getSeparator());
    }

    @Test
    void aPatternIsComparedWithTheNameAlone() {
        assertTrue(system.getPathMatcher("glob:layer-*.granary").matches(file));
        assertFalse(system.getPathMatcher("glob:http*").matches(file));
    }
}
