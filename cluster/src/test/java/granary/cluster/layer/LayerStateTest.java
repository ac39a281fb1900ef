package granary.cluster.layer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.file.Disk;
import granary.error.DamagedFileException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
    private static final int PARTITIONS = 3;

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
        state = new LayerState(PARENT, 1000, write("conversions", 0));
    }

    @Test
    void theDriverGoesOnFromTheStateWrittenLast() throws IOException {
        assertNull(LayerState.read(files));
        checkWritten(0);
        for (int superstep = 1; superstep < 4; superstep++) {
            state = state.next(write("values", 10 * superstep), superstep == 3);
            assertEquals(superstep - 1, LayerState.read(files).superstep());
            checkWritten(superstep);
        }
    }

    @Test
    void layerBeginsAgainIfFileIsCutShortButNotIfStateIs() throws IOException {
        state.write(files, disk);
        assertTrue(hasFiles());
        Path piece = files.resolve(state.conversions().getLast());
        Files.write(piece, new byte[LENGTH - 1]);
        assertFalse(hasFiles());
        Files.write(piece, new byte[LENGTH]);
        assertTrue(hasFiles());
        assertFalse(LayerState.read(files).hasFiles(files, LENGTH));
        String json = Files.readString(files.resolve("state.json"));
        for (String damaged : List.of(
                json.substring(0, 100),
                "",
                json.replace("\"version\":", "\"version\":1"),
                json.replace("\"partitionBytes\":", "\"partitionBytes\":-"),
                json.replace("[\"\"", "[null"),
                json.replace("\"values\"", "\"other\""))) {
            assertNotEquals(json, damaged);
            Files.writeString(files.resolve("state.json"), damaged);
            DamagedFileException e = assertThrows(DamagedFileException.class, () -> LayerState.read(files));
            assertTrue(e.getMessage().contains("delete " + temporary), e::getMessage);
        }
    }

    private boolean hasFiles() throws IOException {
        return LayerState.read(files).hasFiles(files, LENGTH, LENGTH, LENGTH);
    }

    /** Writes a file of each partition, as a task does. */
    private List<String> write(String kind, int content) throws IOException {
        List<String> names = new ArrayList<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            names.add(writeFile(kind, content + partition));
        }
        return names;
    }

    private String writeFile(String kind, int content) throws IOException {
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
        state.write(files, disk);
        assertEquals(List.of("force state.json" + Disk.TEMPORARY_SUFFIX, "rename to state.json", "force names"), steps);
        LayerState read = LayerState.read(files);
        assertEquals(state, read);
        assertEquals(superstep, read.superstep());
        for (String name : read.conversions()) {
            assertArrayEquals(written.get(name), Files.readAllBytes(files.resolve(name)));
        }
        for (String name : read.values()) {
            assertTrue(
                    superstep == 0
                            ? name.isEmpty()
                            : files.resolve(name).toFile().isFile());
        }
        try (Stream<Path> kept = Files.list(temporary)) {
            assertEquals(superstep == 0 ? PARTITIONS + 1 : 2 * PARTITIONS + 1, kept.count());
        }
    }
}
