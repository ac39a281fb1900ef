package granary.builder.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.build.Resources.DiskSpace;
import granary.builder.build.Resources.Shortage;
import granary.builder.memory.MemoryNeed;
import granary.builder.solve.LayerNeed;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ResourcesTest {
    private static final DiskSpace DISK = new DiskSpace(Path.of("db"), 1000);

    private static LayerNeed need(long working) {
        return new LayerNeed(new MemoryNeed(working, 0), 0);
    }

    @Test
    void workingMemoryOnTheDatabasesDiskTakesSpaceThereToo() {
        assertEquals(List.of(), new Resources(4096, DISK, DISK).shortages(600, 400, need(400)));
        assertEquals(
                List.of(new Shortage("disk", "needs 1001.0 B in db, where 1000.0 B are free")),
                new Resources(4096, DISK, DISK).shortages(601, 400, need(400)));
        assertEquals(List.of(), new Resources(4096, DISK, null).shortages(1000, 400, need(400)));
    }

    @Test
    void anotherDiskForTheWorkingMemoryIsLookedAtByItself() {
        Resources resources = new Resources(4096, DISK, new DiskSpace(Path.of("scratch"), 100));
        assertEquals(List.of(), resources.shortages(1000, 100, need(100)));
        assertEquals(
                List.of(
                        new Shortage("disk", "needs 1001.0 B in db, where 1000.0 B are free"),
                        new Shortage("disk", "needs 101.0 B in scratch, where 100.0 B are free")),
                resources.shortages(1001, 101, need(101)));
    }

    @Test
    void workingMemoryHasToFitTheMainMemory() {
        Resources resources = new Resources(1024, DISK, null);
        assertEquals(List.of(), resources.shortages(1, 0, need(1024)));
        assertEquals(
                List.of(new Shortage(
                        "memory", "needs 4.0 KiB of main memory beside the Java heap, where 1.0 KiB are available")),
                resources.shortages(1, 0, need(4096)));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void ofWorkingMemoryInAFileALeastPartHasToFit() {
        Resources resources = new Resources(1024, DISK, DISK);
        assertEquals(List.of(), resources.shortages(1, 0, new LayerNeed(new MemoryNeed(4096, 0), 1024, 0, 0)));
        assertEquals(
                List.of(new Shortage(
                        "memory", "needs 1.5 KiB of main memory beside the Java heap, where 1.0 KiB are available")),
                resources.shortages(1, 0, new LayerNeed(new MemoryNeed(4096, 0), 1536, 0, 0)));
    }

    @Test
    void tablesHaveToFitTheHeap() {
        long tables = 2 * Runtime.getRuntime().maxMemory();
        LayerNeed need = new LayerNeed(new MemoryNeed(1, 0), 1, tables, 0);
        List<Shortage> shortages = new Resources(1, DISK, null).shortages(1, 0, need);
        assertEquals(List.of("heap"), shortages.stream().map(Shortage::kind).toList());
        assertTrue(shortages.getFirst().description().contains("GRANARY_JAVA_OPTIONS=-Xmx"));
    }
}
