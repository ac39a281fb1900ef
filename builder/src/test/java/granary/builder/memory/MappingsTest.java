package granary.builder.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class MappingsTest {
    @Test
    @EnabledOnOs(OS.LINUX)
    void theLimitOfLinuxIsReadInFull() throws Exception {
        Process cat = new ProcessBuilder("cat", "/proc/sys/vm/max_map_count").start();
        int limit = Integer.parseInt(cat.inputReader().readLine());
        assertEquals(0, cat.waitFor());
        assertEquals(Math.max(0, limit - 2000), Mappings.available());
    }

    @Test
    void theSystemsLimitHoldsForTheWholeProcess(@TempDir Path directory) throws IOException {
        Path limit = directory.resolve("max_map_count");
        assertEquals(Integer.MAX_VALUE, Mappings.available(limit));
        assertEquals(63_530, Mappings.available(Files.writeString(limit, "65530\n")));
        assertEquals(0, Mappings.available(Files.writeString(limit, "1000\n")));
    }
}
