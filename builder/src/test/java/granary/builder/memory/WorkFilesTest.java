package granary.builder.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.file.LockFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkFilesTest {
    @TempDir
    private Path directory;

    @Test
    void partitionsOfFinishedLayersGoUnlessUsed() throws IOException {
        WorkFiles files = new WorkFiles(directory, "awari pits=6 rules=strict");
        for (int layer = 1; layer <= 3; layer++) {
            Files.writeString(Files.createDirectory(files.partitions(layer)).resolve("state"), "state");
        }
        LockFile used = LockFile.tryTake(files.partitions(2)).orElseThrow();
        files.clean(layer -> layer < 3);
        used.close();
        assertTrue(Files.exists(files.partitions(2).resolve("state")));
        assertFalse(Files.exists(files.partitions(1)));
        assertEquals(List.of(files.partitions(2), files.partitions(3)), files.files());
        files.remove(2);
        assertEquals(List.of(files.partitions(3)), files.files());
    }
}
