package granary.builder.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.builder.testing.Databases;
import granary.database.Database;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConformanceTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"awari-6-olympiad", "awari-4-strict", "awari-3-abapa"})
    void theBuilderMakesTheCommittedDatabasesByteForByte(String name) throws IOException {
        Path committed = Path.of("..", "conformance", name);
        try (Database database = Database.open(committed)) {
            Game game = database.game();
            if (database.distanceLayers().isEmpty()) {
                Databases.build(directory, game, database.layers().last(), 2);
            } else {
                Databases.buildWithDistances(directory, game, database.layers().last());
            }
        }
        Map<String, String> expected = Databases.contents(committed);
        expected.remove("positions.tsv");
        assertEquals(expected, Databases.contents(directory));
    }
}
