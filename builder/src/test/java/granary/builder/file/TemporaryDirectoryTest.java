package granary.builder.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.testing.ChildJvm;
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

    /** Makes one beside another that runs, and ends without closing it, as if it were killed. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] arguments) throws IOException {
            TemporaryDirectory directory = TemporaryDirectory.in(Path.of(arguments[0]));
            Files.writeString(directory.path().resolve("layer-000.granary"), "left");
            System.out.println(directory.path());
            Runtime.getRuntime().halt(0);
        }
    }

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
    void onlyLeftoversOfKilledProcessesAreDeleted() throws Exception {
        Files.createFile(
                LockFile.pathFor(parent.resolve("granary-temporary-2"))); // killed before there was a directory
        Path unlocked = Files.createDirectory(parent.resolve("granary-temporary-3"));
        try (TemporaryDirectory running = TemporaryDirectory.in(parent)) {
            Path left = Path.of(ChildJvm.java(Victim.class, parent).printed().strip());
            assertTrue(Files.exists(running.path()), "another process has the lock");
            assertTrue(Files.exists(left.resolve("layer-000.granary")));
            TemporaryDirectory.in(parent).close();
            assertFalse(Files.exists(left));
        }
        assertEquals(List.of(unlocked), contents());
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
