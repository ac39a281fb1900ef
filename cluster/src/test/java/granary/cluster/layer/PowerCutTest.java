package granary.cluster.layer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import granary.builder.sweep.part.LayerPart;
import granary.builder.testing.ForgetfulDisk;
import granary.cluster.layer.PartWork.Converted;
import granary.cluster.layer.PartWork.Swept;
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
    private static final List<LayerPart> PARTS =
            List.of(new LayerPart(12, 6, 0, 9), new LayerPart(12, 6, 9, 20), new LayerPart(12, 5, 0, 15));

    @TempDir
    private Path temporary;

    private final Map<String, byte[]> written = new HashMap<>();
    private ForgetfulDisk disk;
    private PartFiles files;
    private LayerState state;
    private int restored;

    @BeforeEach
    void begin() throws IOException {
        Path root = Files.createDirectory(temporary.resolve("disk"));
        disk = new ForgetfulDisk(root);
        files = new PartFiles(root.resolve("parts").toString());
        disk.createDirectories(files.directory());
        state = new LayerState(files, PARENT, PARTS);
    }

    @Test
    void theDriverGoesOnFromTheOldStateOrTheNewOneWithAllTheirFiles() throws IOException {
        disk.states();
        for (int part = 0; part < PARTS.size(); part++) {
            state.converted(part, new Converted(write("conversions", part), new BitSet(), 0));
        }
        state.write(disk);
        checkFound(Set.of(-1, 0));
        checkFound(Set.of(0));
        for (int superstep = 1; superstep < 4; superstep++) {
            List<Swept> results = new ArrayList<>();
            for (int part = 0; part < PARTS.size(); part++) {
                results.add(new Swept(part, write("values", 10 * superstep + part), 1, 1, false, 0, 0));
            }
            state.swept(results);
            state.write(disk);
            checkFound(Set.of(superstep - 1, superstep));
            checkFound(Set.of(superstep));
        }
    }

    @Test
    void aLayerBeginsAnewWhereTheStateOrAFileWasCutShort() throws IOException {
        for (int part = 0; part < PARTS.size(); part++) {
            state.converted(part, new Converted(write("conversions", part), new BitSet(), 0));
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

    private static LayerState read(PartFiles files) throws IOException {
        return LayerState.read(
                files, PARENT, parts -> parts.stream().mapToLong(part -> LENGTH).toArray());
    }

    /** Writes a file as a task does. */
    private String write(String kind, int content) throws IOException {
        String name = PartFiles.newName(kind);
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
            PartFiles there = new PartFiles(directory.resolve("parts").toString());
            LayerState read = read(there);
            if (read == null) {
                found.add(-1);
                continue;
            }
            found.add(read.superstep());
            assertEquals(PARTS, read.parts());
            List<String> names = Stream.concat(read.conversions().stream(), read.values().stream())
                    .filter(name -> !name.isEmpty())
                    .toList();
            assertEquals(read.superstep() == 0 ? PARTS.size() : 2 * PARTS.size(), names.size());
            for (String name : names) {
                assertArrayEquals(written.get(name), Files.readAllBytes(there.resolve(name)));
            }
        }
        assertEquals(supersteps, found);
    }
}
