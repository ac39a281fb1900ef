package granary.builder.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryDirectoryTest {
    @TempDir
    private Path parent;

    @Test
    void nothingIsLeft() throws IOException {
        try (TemporaryDirectory directory = TemporaryDirectory.in(parent)) {
            Files.writeString(
                    Files.createDirectory(directory.path().resolve("in")).resolve("it"), "something");
        }
        try (TemporaryDirectory directory = TemporaryDirectory.in(parent)) {
            Files.delete(directory.path());
        }
        assertEquals(List.of(), contents());
    }

    @Test
    void linkIsDeletedAndNotFollowed() throws IOException {
        TemporaryDirectory directory = TemporaryDirectory.in(parent);
        Path open = directory.path();
        Path gone = Files.createTempDirectory(parent, "elsewhere");
        Files.delete(open);
        Files.createSymbolicLink(open, gone); // a walk does not follow it
        directory.close();
        assertTrue(Files.exists(gone));
        assertEquals(List.of(gone), contents());
    }

    private List<Path> contents() throws IOException {
        try (Stream<Path> all = Files.list(parent)) {
            return all.toList();
        }
    }
}
