package granary.builder.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
    void whatAKilledProcessLeftIsDeletedByTheNextAndThatOfARunningOneIsNot() throws IOException {
        Path left = Files.createDirectory(parent.resolve("granary-temporary-1"));
        Files.writeString(left.resolve("layer-000.granary"), "left");
        Files.createFile(LockFile.pathFor(left));
        Files.createFile(
                LockFile.pathFor(parent.resolve("granary-temporary-2"))); // killed before there was a directory
        Path unlocked = Files.createDirectory(parent.resolve("granary-temporary-3"));
        try (TemporaryDirectory running = TemporaryDirectory.in(parent);
                TemporaryDirectory next = TemporaryDirectory.in(parent)) {
            assertFalse(Files.exists(left));
            assertTrue(Files.exists(running.path()));
            assertTrue(Files.exists(next.path()));
        }
        assertEquals(List.of(unlocked), contents());
    }

    private List<Path> contents() throws IOException {
        try (Stream<Path> all = Files.list(parent)) {
            return all.toList();
        }
    }
}
