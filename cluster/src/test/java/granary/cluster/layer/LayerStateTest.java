package granary.cluster.layer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.file.Disk;
import granary.builder.sweep.PartitionedLayer;
import granary.builder.sweep.partition.LayerPartition;
import granary.cluster.layer.PartitionWork.Converted;
import granary.cluster.layer.PartitionWork.Swept;
import granary.error.DamagedFileException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of tasks are on the disk before the driver records that the layer resumes from them. */
class LayerStateTest {
    private static final String PARENT = "a digest";
    private static final int LENGTH = 2000;
    private static final List<LayerPartition> PARTITIONS = List.of(
            new LayerPartition(12, 6, 0, 9), new LayerPartition(12, 6, 9, 20), new LayerPartition(12, 5, 0, 15));

    @TempDir
    private Path temporary;

    private final Map<String, byte[]> written = new HashMap<>();
    /** The forced files and names, in order. */
    private final List<String> steps = new ArrayList<>();

    private final Disk disk = new Disk() {
        @Override
        protected void force(Path file) throws IOException {
            super.force(file);
            steps.add("force " + file.getFileName());
        }

        @Override
        public void rename(Path path) throws IOException {
            super.rename(path);
            steps.add("rename to " + path.getFileName());
        }

        @Override
        public void forceDirectory(Path directory) throws IOException {
            super.forceDirectory(directory);
            steps.add("force names");
        }
    };
    private PartitionFiles files;
    private LayerState state;

    @BeforeEach
    void begin() throws IOException {
        files = new PartitionFiles(temporary.toString());
        state = new LayerState(files, PARENT, PARTITIONS);
    }

    @Test
    void theDriverGoesOnFromTheStateWrittenLast() throws IOException {
        for (int partition = 0; partition < PARTITIONS.size(); partition++) {
            state.converted(partition, new Converted(write("conversions", partition), new BitSet(), 0));
        }
        assertNull(read(files));
        checkWritten(0);
        for (int superstep = 1; superstep < 4; superstep++) {
            List<Swept> results = new ArrayList<>();
            for (int partition = 0; partition < PARTITIONS.size(); partition++) {
                results.add(new Swept(partition, write("values", 10 * superstep + partition), 1, 1, false, 0, 0));
            }
            state.swept(results);
            assertEquals(superstep - 1, read(files).superstep());
            checkWritten(superstep);
        }
    }

    @Test
    void layerBeginsAgainIfFileIsCutShortButNotIfStateIs() throws IOException {
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
        String json = Files.readString(files.resolve("state.json"));
        for (String damaged : List.of(json.substring(0, 100), "", json.replace("\"fewer\":5", "\"fewer\":15"))) {
            Files.writeString(files.resolve("state.json"), damaged);
            DamagedFileException e = assertThrows(DamagedFileException.class, () -> read(files));
            assertTrue(e.getMessage().contains("delete " + temporary), e::getMessage);
        }
    }

    private static LayerState read(PartitionFiles files) throws IOException {
        return LayerState.read(files, PARENT, partitions -> {
            // throws if there are no such partitions
            PartitionedLayer.bytes(new Awari(6, RuleSet.OLYMPIAD), 12, partitions);
            return partitions.stream().mapToLong(partition -> LENGTH).toArray();
        });
    }

    /** Writes a file as a task does. */
    private String write(String kind, int content) throws IOException {
        String name = PartitionFiles.newName(kind);
        byte[] bytes = new byte[LENGTH];
        bytes[LENGTH - 1] = (byte) content;
        written.put(name, bytes);
        steps.clear();
        files.write(disk, name, MemorySegment.ofArray(bytes));
        assertEquals(List.of("force " + name, "force names"), steps);
        return name;
    }

    private void checkWritten(int superstep) throws IOException {
        steps.clear();
        state.write(disk);
        assertEquals(List.of("force state.json" + Disk.TEMPORARY_SUFFIX, "rename to state.json", "force names"), steps);
        LayerState read = read(files);
        assertEquals(superstep, read.superstep());
        assertEquals(PARTITIONS, read.partitions());
        List<String> names = Stream.concat(read.conversions().stream(), read.values().stream())
                .filter(name -> !name.isEmpty())
                .toList();
        assertEquals(superstep == 0 ? PARTITIONS.size() : 2 * PARTITIONS.size(), names.size());
        for (String name : names) {
            assertArrayEquals(written.get(name), Files.readAllBytes(files.resolve(name)));
        }
    }
}
