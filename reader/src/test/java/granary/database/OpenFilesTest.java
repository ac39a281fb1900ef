package granary.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import granary.error.DatabaseException;
import granary.format.Manifest;
import granary.storage.Access;
import granary.testing.SolvedDatabase;
import java.io.IOException;
import java.nio.file.Files;
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
    private static final Path SELF = Path.of("/proc/self");

    @ParameterizedTest
    @EnumSource(Access.class)
    void closeGivesAllDescriptorsBack(Access access) throws IOException {
        long before = openFilesOf(SolvedDatabase.directory());
        Database database = Database.open(SolvedDatabase.directory(), OpenOptions.DEFAULT.withAccess(access));
        int held = switch (access) {
            case MAPPED -> 1; // the top layer: the others are small and copied
            case POSITIONED -> database.layers().size();
        };
        assertEquals(before + held, openFilesOf(SolvedDatabase.directory()));
        database.close();
        assertEquals(before, openFilesOf(SolvedDatabase.directory()));
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
        try (Stream<Path> descriptors = Files.list(SELF.resolve("fd"))) {
            for (Path descriptor : descriptors.toList()) {
                // That of the listing itself is gone by now.
                if (Files.isSymbolicLink(descriptor)
                        && Files.readSymbolicLink(descriptor).startsWith(directory)) {
                    count++;
                }
            }
        }
        return count;
    }
}
