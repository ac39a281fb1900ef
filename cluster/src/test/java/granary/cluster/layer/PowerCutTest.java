package granary.cluster.layer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import granary.builder.sweep.partition.LayerPartition;
import granary.builder.testing.ForgetfulDisk;
import granary.cluster.layer.PartitionWork.Converted;
import granary.cluster.layer.PartitionWork.Swept;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The power goes at every step at which tasks write files and the driver writes down how far the layer is. */
class PowerCutTest {
    private static final String PARENT = "a digest";
    private static final int LENGTH = 2000;
    private static final List<LayerPartition> PARTITIONS = List.of(
            new LayerPartition(12, 6, 0, 9), new LayerPartition(12, 6, 9, 20), new LayerPartition(12, 5, 0, 15));

    @TempDir
    private Path temporary;

    private final Map<String, byte[]> written = new HashMap<>();
    private ForgetfulDisk disk;
    private PartitionFiles files;
    private LayerState state;
    private int restored;

    @BeforeEach
    void begin() throws IOException {
        Path root = Files.createDirectory(temporary.resolve("disk"));
        disk = new ForgetfulDisk(root);
        files = new PartitionFiles(root.resolve("partitions").toString());
        disk.createDirectories(files.directory());
        state = new LayerState(files, PARENT, PARTITIONS);
    }

    @Test
    void theDriverGoesOnFromTheOldStateOrTheNewOneWithAllTheirFiles() throws IOException {
        disk.states();
        for (int partition = 0; partition < PARTITIONS.size(); partition++) {
            state.converted(partition, new Converted(write("conversions", partition), new BitSet(), 0));
        }
        state.write(disk);
        checkFound(Set.of(-1, 0));
        checkFound(Set.of(0));
        for (int superstep = 1; superstep < 4; superstep++) {
            List<Swept> results = new ArrayList<>();
            for (int partition = 0; partition < PARTITIONS.size(); partition++) {
                results.add(new Swept(partition, write("values", 10 * superstep + partition), 1, 1, false, 0, 0));
            }
            state.swept(results);
            state.write(disk);
            checkFound(Set.of(superstep - 1, superstep));
            checkFound(Set.of(superstep));
        }
    }

    @Test
    void aLayerBeginsAnewWhereTheStateOrAFileWasCutShort() throws IOException {
        for (int partition = 0; partition < PARTITIONS.size(); partition++) {
            state.converted(partition, new Converted(write("conversions", partition), new BitSet(), 0));
        }
        state.write(disk);
        assertNotNull(read(files));
        Path piece = files.resolve(state.conversions().getLast());
        Files.write(piece, new byte[LENGTH - 1]);
        assertNull(read(files));
        Files.write(piece, new byte[LENGTH]);
        assertNotNull(read(files));
        Path text = files.resolve("state");
        List<String> lines = Files.readAllLines(text);
        Files.write(text, lines.subList(0, lines.size() - 1));
        assertNull(read(files));
    }

    private static LayerState read(PartitionFiles files) throws IOException {
        return LayerState.read(
                files,
                PARENT,
                partitions -> partitions.stream().mapToLong(partition -> LENGTH).toArray());
    }

    /** Writes a file as a task does. */
    private String write(String kind, int content) throws IOException {
        String name = PartitionFiles.newName(kind);
        byte[] bytes = new byte[LENGTH];
        bytes[LENGTH - 1] = (byte) content;
        written.put(name, bytes);
        files.write(disk, name, MemorySegment.ofArray(bytes));
        return name;
    }

    /** Checks which supersteps may be gone on from; -1 stands for none. */
    private void checkFound(Set<Integer> supersteps) throws IOException {
        Set<Integer> found = new TreeSet<>();
        for (Map<String, byte[]> left : disk.states()) {
            Path directory = Files.createDirectory(temporary.resolve("state-" + restored++));
            ForgetfulDisk.restore(left, directory);
            PartitionFiles there =
                    new PartitionFiles(directory.resolve("partitions").toString());
            LayerState read = read(there);
            if (read == null) {
                found.add(-1);
                continue;
            }
            found.add(read.superstep());
            assertEquals(PARTITIONS, read.partitions());
            List<String> names = Stream.concat(read.conversions().stream(), read.values().stream())
                    .filter(name -> !name.isEmpty())
                    .toList();
            assertEquals(read.superstep() == 0 ? PARTITIONS.size() : 2 * PARTITIONS.size(), names.size());
            for (String name : names) {
                assertArrayEquals(written.get(name), Files.readAllBytes(there.resolve(name)));
            }
        }
        assertEquals(supersteps, found);
    }
}
