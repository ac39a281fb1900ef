package granary.builder.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.build.Resources.Disk;
import granary.builder.build.Resources.Shortage;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ResourcesTest {
    private static final Disk DISK = new Disk(Path.of("db"), 1000);

    @Test
    void workingMemoryOnTheDatabasesDiskTakesSpaceThereToo() {
        assertEquals(List.of(), new Resources(4096, DISK, DISK).shortages(600, 400, 400, 0));
        assertEquals(
                List.of(new Shortage("disk", "needs 1001.0 B in db, where 1000.0 B are free")),
                new Resources(4096, DISK, DISK).shortages(601, 400, 400, 0));
        assertEquals(List.of(), new Resources(4096, DISK, null).shortages(1000, 400, 400, 0));
    }

    @Test
    void anotherDiskForTheWorkingMemoryIsLookedAtByItself() {
        Resources resources = new Resources(4096, DISK, new Disk(Path.of("scratch"), 100));
        assertEquals(List.of(), resources.shortages(1000, 100, 100, 0));
        assertEquals(
                List.of(
                        new Shortage("disk", "needs 1001.0 B in db, where 1000.0 B are free"),
                        new Shortage("disk", "needs 101.0 B in scratch, where 100.0 B are free")),
                resources.shortages(1001, 101, 101, 0));
    }

    @Test
    void workingMemoryHasToFitTheMachine() {
        assertEquals(
                List.of(new Shortage("memory", "needs 4.0 KiB of working memory, and this machine has 1.0 KiB in all")),
                new Resources(1024, DISK, null).shortages(1, 0, 4096, 0));
        assertEquals(
                List.of(
                        new Shortage(
                                "memory",
                                "needs 768.0 B of working memory and 512.0 B of Java heap, and this machine has 1.0 KiB in all")),
                new Resources(1024, DISK, null).shortages(1, 0, 768, 512));
    }

    @Test
    void tablesHaveToFitTheHeap() {
        long tables = 2 * Runtime.getRuntime().maxMemory();
        List<Shortage> shortages = new Resources(8 * tables, DISK, null).shortages(1, 0, 1, tables);
        assertEquals(List.of("heap"), shortages.stream().map(Shortage::kind).toList());
        assertTrue(shortages.getFirst().description().contains("GRANARY_JAVA_OPTIONS=-Xmx"));
    }
}
