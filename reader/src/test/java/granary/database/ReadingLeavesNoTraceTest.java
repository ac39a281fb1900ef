package granary.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.game.Game;
import granary.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadingLeavesNoTraceTest {
    private static final Game GAME = new Awari(2, RuleSet.ABAPA);

    @TempDir
    private Path directory;

    @Test
    void aDirectoryWithoutWritePermissionIsReadAndLeftAsItWas() throws IOException {
        TestDatabase.write(directory, GAME, 3);
        setWritable(false);
        try {
            Map<String, String> before = files();
            try (Database database = Database.open(directory)) {
                assertEquals(TestDatabase.score(GAME, 1, 0), database.score(new int[] {1, 0, 0, 0}));
                assertEquals(1, database.moves(new int[] {0, 1, 0, 1}).size());
            }
            assertEquals(before, files());
        } finally {
            setWritable(true);
        }
    }

    private void setWritable(boolean writable) {
        assertEquals(true, directory.toFile().setWritable(writable));
    }

    /** Returns name, length and time of change of everything in the directory. */
    private Map<String, String> files() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(directory)) {
            for (Path file : all.toList()) {
                files.put(file.getFileName().toString(), Files.size(file) + " " + Files.getLastModifiedTime(file));
            }
        }
        return files;
    }
}
