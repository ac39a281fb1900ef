package granary.statistics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.store.LayerFiles;
import granary.builder.testing.Databases;
import granary.database.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatisticsFilesTest {
    private static final int LAYER = 3;

    @TempDir
    private Path temporary;

    @Test
    void aFileThatCannotBeReadIsNamed() throws IOException {
        Databases.build(temporary, new Awari(2, RuleSet.OLYMPIAD), LAYER, 1);
        Path file = Files.createDirectory(temporary.resolve(StatisticsFiles.name(LAYER)));
        try (Database database = Database.open(temporary)) {
            IOException failure = assertThrows(IOException.class, () -> new StatisticsFiles(database).find(LAYER));
            assertTrue(failure.getMessage().contains(file.toString()), failure::getMessage);
        }
    }

    @Test
    void aFileInWhichAnyByteIsAlteredIsIgnored() throws IOException {
        Path directory = Files.createDirectory(temporary.resolve("database"));
        Databases.build(directory, new Awari(2, RuleSet.OLYMPIAD), LAYER, 1);
        Path file = directory.resolve(StatisticsFiles.name(LAYER));
        try (Database database = Database.open(directory);
                LayerFiles layers = new LayerFiles(directory)) {
            StatisticsFiles files = new StatisticsFiles(database);
            files.keep(new LayerCounter(layers, 1, Monitor.SILENT).count(LAYER, true));
            byte[] kept = Files.readAllBytes(file);
            assertTrue(files.find(LAYER).isPresent());
            for (int i = 0; i < 8 * kept.length; i++) {
                byte[] altered = kept.clone();
                altered[i / 8] ^= (byte) (1 << i % 8);
                Files.write(file, altered);
                assertEquals(Optional.empty(), files.find(LAYER), "bit " + i);
            }
            Files.writeString(file, new String(kept, UTF_8) + "\n");
            assertEquals(Optional.empty(), files.find(LAYER));
            for (String other : List.of("", "null\n")) {
                Files.writeString(file, other);
                assertEquals(Optional.empty(), files.find(LAYER));
            }
        }
    }
}
