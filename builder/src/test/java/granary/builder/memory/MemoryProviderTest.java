package granary.builder.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.InvalidRequestException;
import granary.builder.file.LockFile;
import granary.builder.testing.disk.DiskProcess;
import granary.builder.testing.disk.Fault;
import granary.builder.testing.disk.FaultyDisk;
import granary.testing.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryProviderTest {
    private static final String GAME = "awari pits=6 rules=olympiad";
    private static final int LAYER = 5;
    private static final int PAGES = 42;
    private static final BufferPool.PageOrder BACKWARDS = (pageBytes, pages) ->
            IntStream.range(0, pages).map(i -> pages - 1 - i).toArray();

    private static final LayerNeeds NEED = need(170_000);
    private static final long LENGTH = 4096 * (1 + PAGES);

    @TempDir
    private Path directory;

    private static LayerNeeds need(long bytes) {
        return new LayerNeeds(bytes, 0, new LayerNeeds.OutOfCore(BACKWARDS, 0, budget -> 0), 0, "");
    }

    private static MemoryProvider small(Path directory) {
        return new MemoryProvider(directory, GAME, () -> 20 * 4096);
    }

    private MemoryProvider small() {
        return small(directory);
    }

    private MemoryProvider large() {
        return new MemoryProvider(directory, GAME, () -> Long.MAX_VALUE);
    }

    private static BufferPool pool(MemoryProvider provider, int layer, LayerNeeds need) throws IOException {
        return (BufferPool) provider.open(layer, need);
    }

    private static BitSet firstPage() {
        return BitSet.valueOf(new long[] {1});
    }

    private static void set(BufferPool buffers, int value) throws IOException {
        buffers.load(firstPage(), List.of());
        buffers.array(0).set(9, (byte) value);
        buffers.changed(firstPage());
    }

    private static int get(BufferPool buffers) throws IOException {
        buffers.load(firstPage(), List.of());
        return buffers.array(0).get(9);
    }

    @Test
    void openedFileSurvivesPowerCut() throws IOException {
        FaultyDisk disk = new FaultyDisk();
        DiskProcess process = disk.start(Fault.NONE);
        assertInstanceOf(BufferPool.class, small(process.path("/scratch")).open(LAYER, NEED));
        process.end();
        disk.loseUnforced();
        assertTrue(small(disk.start(Fault.NONE).path("/scratch")).canResume(LAYER, NEED));
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void fittingOrUndividedNeedsTakeMainMemoryAlone() throws IOException {
        for (MemoryProvider provider : List.of(large(), small())) {
            LayerNeeds need = provider.available() == Long.MAX_VALUE ? NEED : new LayerNeeds(NEED.bytes(), 0, 0);
            assertEquals(0, provider.bytesToReserve(LAYER, need));
            assertFalse(provider.canResume(LAYER, need));
            try (WorkingMemory memory = provider.open(LAYER, need)) {
                ProcessMemory whole = assertInstanceOf(ProcessMemory.class, memory);
                assertEquals(need.bytes(), whole.bytes().byteSize());
                whole.bytes().set(JAVA_BYTE, 9, (byte) 31);
                assertFalse(provider.files().exist(LAYER));
            }
            assertEquals(List.of(), files());
        }
    }

    @Test
    void begunFileIsUsedEvenIfMemorySuffices() throws IOException {
        assertEquals(LENGTH, small().bytesToReserve(LAYER, NEED));
        try (BufferPool buffers = pool(small(), LAYER, NEED)) {
            assertEquals(20, buffers.pages().budget());
            assertEquals(0, get(buffers));
            set(buffers, -31);
        }
        byte[] file = Files.readAllBytes(directory.resolve("awari-pits-6-rules-olympiad-005.scratch"));
        assertEquals(LENGTH, file.length);
        assertEquals(-31, file[4096 * PAGES + 9]);
        assertEquals(0, large().bytesToReserve(LAYER, NEED));
        assertTrue(large().canResume(LAYER, NEED));
        try (BufferPool buffers = pool(large(), LAYER, NEED)) {
            assertEquals(PAGES, buffers.pages().budget());
            assertEquals(-31, get(buffers));
        }
        large().files().remove(LAYER);
        assertEquals(List.of(), files());
    }

    @Test
    void fileOfOtherLengthPagesOrScoresIsReplaced() throws IOException {
        LayerNeeds need = NEED.on("0123");
        MemoryProvider ofLongPages = new MemoryProvider(directory, GAME, () -> 20 * 4096, Duration.ZERO, bytes -> 8192);
        try (BufferPool buffers = pool(small(), LAYER, need)) {
            set(buffers, 7);
        }
        assertTrue(small().canResume(LAYER, need));
        assertTrue(small().canResume(LAYER, NEED), "whatever the source");
        assertFalse(ofLongPages.canResume(LAYER, need));
        assertFalse(small().canResume(LAYER, need(NEED.bytes() + 1).on("0123")));
        assertFalse(small().canResume(LAYER, NEED.on("4567")));
        try (BufferPool buffers = pool(small(), LAYER, NEED.on("4567"))) {
            assertEquals(0, get(buffers));
        }
        assertFalse(small().canResume(LAYER, need));
    }

    @Test
    void otherGamesAndLayersHaveTheirOwnFiles() throws IOException {
        MemoryProvider otherGame = new MemoryProvider(directory, "awari pits=6 rules=strict", () -> 20 * 4096);
        try (BufferPool memory = pool(small(), LAYER, NEED);
                BufferPool ofOtherLayer = pool(small(), LAYER + 1, NEED);
                BufferPool ofOtherGame = pool(otherGame, LAYER, NEED)) {
            set(memory, 7);
            assertEquals(0, get(ofOtherLayer));
            assertEquals(0, get(ofOtherGame));
        }
    }

    @Test
    void aSecondUserIsRefused() throws IOException {
        try (BufferPool buffers = pool(small(), LAYER, NEED)) {
            assertEquals(0, get(buffers));
            assertThrows(InvalidRequestException.class, () -> small().open(LAYER, NEED));
        }
    }

    @Test
    void usedFilesAreNeverRemoved() throws IOException {
        WorkingMemory memory = small().open(LAYER, NEED);
        List<String> used = files();
        small().files().remove(LAYER);
        small().files().clean(layer -> true);
        assertEquals(used, files());
        memory.close();
        small().files().remove(LAYER);
        assertEquals(List.of(), files());
    }

    @Test
    void filesUsedByAnotherProcessAreNeverRemoved() throws IOException, InterruptedException {
        MemoryProvider provider = small();
        provider.open(LAYER, NEED).close();
        Process other = new ProcessBuilder(ChildJvm.command(Holder.class, directory))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = other.inputReader()) {
            assertEquals("open", out.readLine());
            List<String> used = files();
            provider.files().remove(LAYER);
            provider.files().clean(layer -> true);
            assertThrows(InvalidRequestException.class, () -> provider.open(LAYER, NEED));
            assertEquals(used, files());
            other.destroyForcibly().waitFor();
            assertEquals(used, files());
            provider.files().remove(LAYER);
            assertEquals(List.of(), files());
        } finally {
            other.destroyForcibly();
        }
    }

    /** Opens the working memory and keeps it until killed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] arguments) throws IOException, InterruptedException {
            try (WorkingMemory memory = small(Path.of(arguments[0])).open(LAYER, NEED)) {
                System.out.println(memory instanceof BufferPool ? "open" : "wrong");
                Thread.sleep(Duration.ofMinutes(2));
            }
        }
    }

    @Test
    void cleaningKeepsWhatCanBeResumedAndOthersFiles() throws IOException {
        MemoryProvider provider = small();
        provider.open(LAYER, NEED).close();
        provider.open(LAYER + 1, NEED).close();
        new MemoryProvider(directory, "awari pits=6 rules=strict", () -> 20 * 4096)
                .open(LAYER, NEED)
                .close();
        Files.writeString(directory.resolve("awari-pits-6-rules-olympiad-006.scratch.part"), "half reserved");
        Files.writeString(directory.resolve("awari-pits-6-rules-olympiad-006.scratch.lock"), "");
        Files.writeString(directory.resolve("awari-pits-6-rules-olympiad-7.scratch.txt"), "the user's");
        provider.files().clean(layer -> layer == LAYER);
        assertEquals(
                List.of(
                        "awari-pits-6-rules-olympiad-006.scratch",
                        "awari-pits-6-rules-olympiad-7.scratch.txt",
                        "awari-pits-6-rules-strict-005.scratch"),
                files());
        assertTrue(provider.canResume(LAYER + 1, NEED));
        assertTrue(provider.files().exist(LAYER + 1));
        assertFalse(provider.files().exist(LAYER));
    }

    @Test
    void partitionsOfFinishedLayersGoUnlessUsed() throws IOException {
        WorkFiles files = small().files();
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
