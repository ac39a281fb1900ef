package granary.builder.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.builder.testing.Databases;
import granary.testing.PositionTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConformanceTest {
    private static final Path COMMITTED = Path.of("..").resolve(ConformanceDatabase.COMMITTED);

    @TempDir
    private Path directory;

    static List<ConformanceDatabase> databases() {
        return ConformanceDatabase.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("databases")
    void builderReproducesConformanceFilesByteForByte(ConformanceDatabase database) throws IOException {
        database.make(directory);
        assertEquals(Databases.contents(COMMITTED.resolve(database.name())), Databases.contents(directory));
    }

    @Test
    void allCommittedDatabasesAreCompared() throws IOException {
        try (Stream<Path> directories = Files.list(COMMITTED)) {
            assertEquals(
                    databases().stream().map(ConformanceDatabase::name).sorted().toList(),
                    directories
                            .filter(one -> Files.exists(one.resolve(PositionTable.FILE_NAME)))
                            .map(one -> one.getFileName().toString())
                            .sorted()
                            .toList());
        }
    }
}
