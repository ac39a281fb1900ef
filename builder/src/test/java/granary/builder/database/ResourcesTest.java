package granary.builder.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.database.Resources.DiskSpace;
import granary.builder.database.Resources.Shortage;
import granary.builder.resource.ResourceNeeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ResourcesTest {
    private static final DiskSpace DISK = new DiskSpace(Path.of("db"), 1000);

    private static final DiskSpace OTHER = new DiskSpace(Path.of("scratch"), 100);

    private static ResourceNeeds memory(long bytes) {
        return new ResourceNeeds(0, bytes, 0, 0, 0, 0);
    }

    private static void assertShort(
            Resources resources, ResourceNeeds needs, long files, long scratch, String... shortages) {
        List<Shortage> expected = Stream.of(shortages)
                .map(each -> each.split(": ", 2))
                .map(each -> new Shortage(each[0], each[1]))
                .toList();
        assertEquals(expected, resources.shortages(needs, files, scratch));
    }

    @Test
    void workingMemoryOnTheSameDiskTakesSpace() {
        Resources resources = new Resources(4096, DISK, DISK);
        assertShort(resources, memory(400), 600, 400);
        assertShort(resources, memory(400), 601, 400, "disk: needs 1001.0 B in db, where 1000.0 B are free");
    }

    @Test
    void otherDiskOfWorkingMemoryIsCheckedSeparately() {
        Resources resources = new Resources(4096, DISK, OTHER);
        assertShort(resources, memory(100), 1000, 100);
        assertShort(
                resources,
                memory(101),
                1001,
                101,
                "disk: needs 1001.0 B in db, where 1000.0 B are free",
                "disk: needs 101.0 B in scratch, where 100.0 B are free");
    }

    @Test
    void ownFilesCountAsFreeSpace() {
        Resources together = new Resources(4096, DISK, DISK).plus(30, 20);
        assertShort(together, memory(0), 1000, 50);
        String shortage = "disk: needs 1.0 KiB in db, where 1000.0 B are free, and 50.0 B of its own";
        assertShort(together, memory(0), 1000, 51, shortage);
        Resources apart = new Resources(4096, DISK, OTHER).plus(30, 20);
        assertShort(apart, memory(0), 1030, 120);
        assertEquals(2, apart.shortages(memory(0), 1031, 121).size());
    }

    @Test
    void workingMemoryMustFitTheMainMemory() {
        Resources resources = new Resources(1024, DISK, DISK);
        assertShort(resources, memory(1024), 1, 0);
        String shortage = "memory: needs 4.0 KiB of main memory outside the Java heap; 1.0 KiB are available";
        assertShort(resources, memory(4096), 1, 0, shortage);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void limitOfLinuxIsReadInFull() throws Exception {
        Process cat = new ProcessBuilder("cat", "/proc/sys/vm/max_map_count").start();
        int limit = Integer.parseInt(cat.inputReader().readLine());
        assertEquals(0, cat.waitFor());
        assertEquals(Math.max(0, limit - 2000), Resources.mappingsLeft(Resources.MOST_MAPPINGS));
    }

    @Test
    void mappingsOfTheProcessAreSubtractedFromTheLimit(@TempDir Path directory) throws IOException {
        Path limit = directory.resolve("max_map_count");
        assertEquals(Integer.MAX_VALUE, Resources.mappingsLeft(limit));
        assertEquals(63_530, Resources.mappingsLeft(Files.writeString(limit, "65530\n")));
        assertEquals(0, Resources.mappingsLeft(Files.writeString(limit, "1000\n")));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void mappingsMustStayBelowTheLimit() {
        int limit = Resources.mappingsLeft(Resources.MOST_MAPPINGS);
        Resources resources = new Resources(1, DISK, DISK);
        assertShort(resources, new ResourceNeeds(0, 1, limit, 0, 0, 0), 1, 0);
        String shortage = "mappings: needs " + (limit + 1)
                + " mappings of files, where the system's vm.max_map_count leaves " + limit
                + "; sysctl -w vm.max_map_count=" + 2L * (limit + 1) + " sets another";
        assertShort(resources, new ResourceNeeds(0, 1, Math.addExact(limit, 1), 0, 0, 0), 1, 0, shortage);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void openFilesMustStayBelowTheLimit() {
        assertShort(new Resources(1, DISK, DISK), new ResourceNeeds(0, 1, 0, 2, 0, 0), 1, 0);
        ResourceNeeds many = new ResourceNeeds(0, 1, 0, Integer.MAX_VALUE, 0, 0);
        List<Shortage> shortages = new Resources(1, DISK, DISK).shortages(many, 1, 0);
        assertEquals(List.of("files"), shortages.stream().map(Shortage::kind).toList());
        assertTrue(shortages
                .getFirst()
                .description()
                .matches("needs 2147483647 open files, where the system's limit leaves \\d+; ulimit -n 4294967294 sets"
                        + " another"));
    }

    @Test
    void usedHeapMustFitTheHeap() {
        ResourceNeeds needs = new ResourceNeeds(2 * Runtime.getRuntime().maxMemory(), 1, 0, 0, 0, 0);
        List<Shortage> shortages = new Resources(1, DISK, DISK).shortages(needs, 1, 0);
        assertEquals(List.of("heap"), shortages.stream().map(Shortage::kind).toList());
        assertTrue(shortages.getFirst().description().contains("GRANARY_JAVA_OPTIONS=-Xmx"));
    }
}
