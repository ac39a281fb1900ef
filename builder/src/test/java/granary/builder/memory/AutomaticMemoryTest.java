package granary.builder.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.testing.TestRandom;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AutomaticMemoryTest {
    private static final String GAME = "awari pits=6 rules=olympiad";
    private static final int LAYER = 5;
    private static final MemoryNeed NEED = new MemoryNeed(10_000_000, 7_000);
    private static final String CHECKPOINT = "awari-pits-6-rules-olympiad-005.checkpoint";

    @TempDir
    private Path directory;

    private AutomaticMemory provider(boolean fits, Duration interval) {
        return new AutomaticMemory(directory, GAME, () -> fits ? Long.MAX_VALUE : 0, interval, failure -> {
            throw new AssertionError(failure);
        });
    }

    /** Takes a checkpoint of a layer's memory now. */
    private boolean take(WorkingMemory memory) throws IOException {
        return new Checkpoint(new WorkFiles(directory, GAME), GAME, LAYER, NEED).take(memory, () -> false);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void whatFitsIsInNoFile() throws IOException {
        AutomaticMemory provider = provider(true, Duration.ofMinutes(10));
        assertEquals(0, provider.bytesToReserve(LAYER, NEED));
        try (WorkingMemory memory = provider.open(LAYER, NEED)) {
            memory.state().fill((byte) 1);
            memory.temporary().fill((byte) 2);
            assertEquals(List.of(), files());
        }
        assertFalse(provider.canResume(LAYER, NEED));
        assertEquals(List.of(), files());
    }

    @Test
    void whatDoesNotFitIsInAFileAndStaysThere() throws IOException {
        AutomaticMemory provider = provider(false, Duration.ofMillis(1));
        assertEquals(4096 + NEED.total(), provider.bytesToReserve(LAYER, NEED));
        try (WorkingMemory memory = provider.open(LAYER, NEED)) {
            memory.state().set(JAVA_BYTE, 7, (byte) 7);
        }
        assertEquals(List.of("awari-pits-6-rules-olympiad-005.scratch"), files());
        try (WorkingMemory memory = provider(true, null).open(LAYER, NEED)) {
            assertEquals(7, memory.state().get(JAVA_BYTE, 7));
        }
        provider.remove(LAYER);
        assertEquals(List.of(), files());
    }

    @Test
    void aThreadTakesCheckpointsWhichGoWhenTheLayerIsDone() throws IOException, InterruptedException {
        AutomaticMemory provider = provider(true, Duration.ofMillis(1));
        try (WorkingMemory memory = provider.open(LAYER, NEED)) {
            memory.state().set(JAVA_BYTE, NEED.state() - 1, (byte) 7);
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            for (byte found = 0; found != 7; found = lastByteOfCheckpoint()) {
                assertTrue(System.nanoTime() < deadline, "no checkpoint");
                Thread.sleep(5);
            }
        }
        assertEquals(List.of(CHECKPOINT), files());
        assertTrue(provider.checkpointed(LAYER, NEED).isPresent());
        provider.clean(layer -> false);
        assertTrue(provider.canResume(LAYER, NEED));
        provider.clean(layer -> layer == LAYER);
        assertEquals(List.of(), files());
    }

    private byte lastByteOfCheckpoint() throws IOException {
        try (WorkingMemory resumed = provider(true, null).open(LAYER, NEED)) {
            return resumed.state().get(JAVA_BYTE, NEED.state() - 1);
        }
    }

    @Test
    void withoutANoteTheStateAloneIsKept() throws IOException {
        checkKept("");
    }

    @Test
    void withANoteTheTemporaryMemoryIsKeptToo() throws IOException {
        checkKept("distances begun");
    }

    private void checkKept(String note) throws IOException {
        try (WorkingMemory memory = provider(true, null).open(LAYER, NEED)) {
            memory.state().fill((byte) 1);
            memory.temporary().fill((byte) 2);
            if (!note.isEmpty()) {
                memory.note().write(note);
            }
            assertTrue(take(memory));
        }
        for (boolean fits : new boolean[] {true, false}) {
            try (WorkingMemory memory = provider(fits, null).open(LAYER, NEED)) {
                assertEquals(-1, memory.state().mismatch(filled(NEED.state(), 1)));
                assertEquals(note, memory.note().read());
                if (!note.isEmpty()) {
                    assertEquals(-1, memory.temporary().mismatch(filled(NEED.temporary(), 2)));
                }
            }
        }
    }

    @ParameterizedTest
    @EnabledOnOs(OS.LINUX)
    @ValueSource(ints = {31, 63, 64})
    void whatNoLongerFitsIsRestoredThroughAWindow(int greatest) throws IOException {
        MemoryNeed need = new MemoryNeed(NEED.state(), NEED.temporary(), greatest, PageOrder.OF_THE_WINDOW);
        AutomaticMemory small = new AutomaticMemory(directory, GAME, () -> 1 << 20, null, failure -> {});
        Random random = TestRandom.create();
        byte[] state = new byte[(int) need.state()];
        for (int i = 0; i < state.length; i++) {
            state[i] = (byte) (random.nextInt(2 * greatest + 1) - greatest);
        }
        try (WorkingMemory memory = provider(true, null).open(LAYER, need)) {
            memory.state().copyFrom(MemorySegment.ofArray(state));
            memory.temporary().fill((byte) 100);
            memory.note().write("distances begun");
            assertTrue(take(memory));
        }
        try (WorkingMemory memory = small.open(LAYER, need)) {
            checkWindow(memory, state);
            assertEquals("", memory.note().read());
        }
        small.remove(LAYER);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void damagedBytesNeverReachAWindow() throws IOException {
        MemoryNeed need = new MemoryNeed(NEED.state(), NEED.temporary(), 31, PageOrder.OF_THE_WINDOW);
        try (WorkingMemory memory = provider(true, null).open(LAYER, need)) {
            memory.state().fill((byte) 1);
            assertTrue(take(memory));
        }
        try (RandomAccessFile bytes =
                new RandomAccessFile(directory.resolve(CHECKPOINT).toFile(), "rw")) {
            bytes.seek(bytes.length() / 2);
            bytes.write(100);
        }
        AutomaticMemory small = new AutomaticMemory(directory, GAME, () -> 1 << 20, null, failure -> {});
        try (WorkingMemory memory = small.open(LAYER, need)) {
            checkWindow(memory, new byte[(int) need.state()]);
        }
        assertEquals(List.of("awari-pits-6-rules-olympiad-005.scratch"), files());
    }

    private static void checkWindow(WorkingMemory memory, byte[] state) throws IOException {
        FileWindow window = memory.window().orElseThrow();
        for (int at = 0; at < state.length; at += 1 << 20) {
            int length = Math.min(1 << 20, state.length - at);
            BitSet pages = new BitSet();
            window.addPages(pages, at, length);
            window.load(pages, List.of());
            byte[] bytes = new byte[length];
            window.array(0).read(at, bytes, 0, length);
            assertArrayEquals(Arrays.copyOfRange(state, at, at + length), bytes);
        }
    }

    private static MemorySegment filled(long bytes, int value) {
        return MemorySegment.ofArray(new byte[(int) bytes]).fill((byte) value);
    }

    @Test
    void nothingIsTakenWhileTheMemoryBecomesSomethingElse() throws IOException {
        try (WorkingMemory memory = provider(true, null).open(LAYER, NEED)) {
            memory.note().write("solved");
            Checkpoint checkpoint = new Checkpoint(new WorkFiles(directory, GAME), GAME, LAYER, NEED);
            assertFalse(checkpoint.take(memory, () -> {
                memory.note().clear();
                return false;
            }));
        }
        assertEquals(List.of(), files());
    }

    @Test
    void whatIsDamagedOrTornIsNeverResumedFrom() throws IOException {
        try (WorkingMemory memory = provider(true, null).open(LAYER, NEED)) {
            memory.state().fill((byte) 1);
            assertTrue(take(memory));
        }
        Path file = directory.resolve(CHECKPOINT);
        byte[] whole = Files.readAllBytes(file);
        Files.write(directory.resolve(CHECKPOINT + ".part"), whole);
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.seek(whole.length - 5);
            bytes.write(3);
        }
        checkBeginsWithZeros();
        for (int length : new int[] {0, 100, 4096, whole.length - 1}) {
            Files.write(file, java.util.Arrays.copyOf(whole, length));
            assertFalse(provider(true, null).canResume(LAYER, NEED));
            checkBeginsWithZeros();
        }
        Files.write(file, whole);
        MemoryNeed other = new MemoryNeed(NEED.state() - 1, NEED.temporary() + 1);
        assertFalse(provider(true, null).canResume(LAYER, other));
        assertFalse(provider(true, null).canResume(LAYER + 1, NEED));
    }

    private void checkBeginsWithZeros() throws IOException {
        try (WorkingMemory memory = provider(true, null).open(LAYER, NEED)) {
            assertEquals(-1, memory.state().mismatch(filled(NEED.state(), 0)));
        }
    }

    @Test
    void withoutADiskForCheckpointsTheWorkGoesOn() throws Exception {
        CompletableFuture<IOException> told = new CompletableFuture<>();
        AutomaticMemory provider = new AutomaticMemory(
                directory.resolve("missing"), GAME, () -> Long.MAX_VALUE, Duration.ofMillis(1), told::complete);
        try (WorkingMemory memory = provider.open(LAYER, NEED)) {
            assertTrue(told.get(30, TimeUnit.SECONDS).getMessage().contains(CHECKPOINT));
            memory.state().set(JAVA_BYTE, 0, (byte) 7);
            assertEquals(7, memory.state().get(JAVA_BYTE, 0));
        }
    }
}
