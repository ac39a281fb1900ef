package granary.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import granary.error.DatabaseException;
import granary.format.Manifest;
import granary.storage.Access;
import granary.testing.SolvedDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Counts the open files of this process, as Linux lists them. */
@EnabledOnOs(OS.LINUX)
final class OpenFilesTest {
    @ParameterizedTest
    @EnumSource(Access.class)
    void closeGivesAllDescriptorsBack(Access access, @TempDir Path directory) throws IOException {
        SolvedDatabase.copyTo(directory); // other tests open the original meanwhile
        try (Database database = Database.open(directory, OpenOptions.DEFAULT.withAccess(access))) {
            int held = switch (access) {
                case MAPPED -> 1; // the top layer: the others are small and copied
                case POSITIONED -> database.layers().size();
            };
            assertEquals(held, openFilesOf(directory));
        }
        assertEquals(0, openFilesOf(directory));
    }

    @ParameterizedTest
    @EnumSource(Access.class)
    void openingThatFailsGivesAllDescriptorsBack(Access access, @TempDir Path directory) throws IOException {
        SolvedDatabase.copyTo(directory);
        Path top = directory.resolve(Manifest.fileName(SolvedDatabase.TOP));
        byte[] bytes = Files.readAllBytes(top);
        bytes[0]++;
        Files.write(top, bytes);
        assertThrows(DatabaseException.class, () -> Database.open(directory, OpenOptions.DEFAULT.withAccess(access)));
        assertEquals(0, openFilesOf(directory));
    }

    private static long openFilesOf(Path directory) throws IOException {
        long count = 0;
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors.toList()) {
                try {
                    count += Files.readSymbolicLink(descriptor).startsWith(directory) ? 1 : 0;
                } catch (NoSuchFileException e) {
                    // Another thread's, or that of the listing itself, and closed by now.
                }
            }
        }
        return count;
    }
}
