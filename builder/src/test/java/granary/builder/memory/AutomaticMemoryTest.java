package granary.builder.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.CheckFailedException;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class AutomaticMemoryTest {
    private static final String GAME = "awari pits=6 rules=olympiad";
    private static final int LAYER = 5;
    private static final MemoryNeed NEED = new MemoryNeed(10_000_000, 7_000);
    /** The same for a solver that works through a window. */
    private static final MemoryNeed IN_PAGES = new MemoryNeed(
            NEED.state(),
            NEED.temporary(),
            (pageBytes, pages) ->
                    IntStream.range(0, pages).map(i -> pages - 1 - i).toArray());

    private static final String CHECKPOINT = "awari-pits-6-rules-olympiad-005.checkpoint";

    @TempDir
    private Path directory;

    private AutomaticMemory provider(boolean fits, Duration interval) {
        return new AutomaticMemory(directory, GAME, () -> fits ? Long.MAX_VALUE : 1 << 20, interval, failure -> {
            throw new AssertionError(failure);
        });
    }

    private static WholeMemory open(AutomaticMemory provider, MemoryNeed need) throws IOException {
        return (WholeMemory) provider.open(LAYER, need);
    }

    /** Takes a checkpoint of a layer's memory now. */
    private boolean take(WholeMemory memory) throws IOException {
        return take(memory, NEED);
    }

    private boolean take(WholeMemory memory, MemoryNeed need) throws IOException {
        return new Checkpoint(new WorkFiles(directory, GAME), GAME, LAYER, need).take(memory, () -> false);
    }

    /** Unless its note says that it holds these scores. */
    @Test
    void aCheckpointOfWhatWasWorkedOutOfOtherScoresIsNotGoneOnWith() throws IOException {
        AutomaticMemory provider = provider(true, null);
        MemoryNeed one = NEED.of("0123");
        MemoryNeed other = NEED.of("4567");
        try (WholeMemory memory = open(provider, one)) {
            memory.state().fill((byte) 1);
            assertTrue(take(memory, one));
            assertTrue(provider.canResume(LAYER, one));
            assertFalse(provider.canResume(LAYER, other));
            try (WholeMemory begun = open(provider, other)) {
                assertEquals(-1, begun.state().mismatch(filled(NEED.state(), 0)));
            }
            memory.note().write("distances of 4567");
            assertTrue(take(memory, one));
        }
        assertTrue(provider.canResume(LAYER, other));
        try (WholeMemory memory = open(provider, other)) {
            assertEquals(-1, memory.state().mismatch(filled(NEED.state(), 1)));
        }
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
        try (WholeMemory memory = open(provider, NEED)) {
            memory.state().fill((byte) 1);
            memory.temporary().fill((byte) 2);
            assertEquals(List.of(), files());
        }
        assertFalse(provider.canResume(LAYER, NEED));
        assertEquals(List.of(), files());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatDoesNotFitIsInAFileAndStaysThere() throws IOException {
        AutomaticMemory provider = provider(false, Duration.ofMillis(1));
        assertEquals(4096 + 2444 * 4096, provider.bytesToReserve(LAYER, IN_PAGES)); // whole pages
        byte[] state = new byte[(int) NEED.state()];
        state[7] = 7;
        try (WindowedMemory memory = (WindowedMemory) provider.open(LAYER, IN_PAGES)) {
            BitSet page = BitSet.valueOf(new long[] {1});
            memory.window().load(page, List.of());
            memory.window().array(0).set(7, (byte) 7);
            memory.window().changed(page);
        }
        assertEquals(List.of("awari-pits-6-rules-olympiad-005.scratch"), files());
        try (WorkingMemory memory = provider(true, null).open(LAYER, IN_PAGES)) {
            checkWindow(memory, state);
        }
        provider.remove(LAYER);
        assertEquals(List.of(), files());
    }

    @Test
    void whatIsNeededAtOnceAndDoesNotFitIsRefused() throws IOException {
        AutomaticMemory provider = provider(false, null);
        assertThrows(CheckFailedException.class, () -> provider.open(LAYER, NEED));
        assertEquals(List.of(), files());
    }

    @Test
    void aThreadTakesCheckpointsWhichGoWhenTheLayerIsDone() throws IOException, InterruptedException {
        AutomaticMemory provider = provider(true, Duration.ofMillis(1));
        try (WholeMemory memory = open(provider, NEED)) {
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
        try (WholeMemory resumed = open(provider(true, null), NEED)) {
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
        try (WholeMemory memory = open(provider(true, null), NEED)) {
            memory.state().fill((byte) 1);
            memory.temporary().fill((byte) 2);
            if (!note.isEmpty()) {
                memory.note().write(note);
            }
            assertTrue(take(memory));
        }
        try (WholeMemory memory = open(provider(true, null), NEED)) {
            assertEquals(-1, memory.state().mismatch(filled(NEED.state(), 1)));
            assertEquals(note, memory.note().read());
            if (!note.isEmpty()) {
                assertEquals(-1, memory.temporary().mismatch(filled(NEED.temporary(), 2)));
            }
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatNoLongerFitsIsRestoredThroughAWindow() throws IOException {
        byte[] state = new byte[(int) NEED.state()];
        TestRandom.create().nextBytes(state);
        try (WholeMemory memory = open(provider(true, null), IN_PAGES)) {
            memory.state().copyFrom(MemorySegment.ofArray(state));
            memory.temporary().fill((byte) 100);
            memory.note().write("distances begun");
            assertTrue(take(memory));
        }
        assertEquals(
                4096 + 2444 * 4096,
                provider(false, null).bytesToReserve(LAYER, IN_PAGES),
                "the file is still to be made");
        new FileMemory(directory, GAME, () -> 1 << 20)
                .open(LAYER, IN_PAGES)
                .close(); // as one that was killed before it copied
        for (int time = 0; time < 2; time++) {
            try (WorkingMemory memory = provider(false, null).open(LAYER, IN_PAGES)) {
                checkWindow(memory, state);
                assertEquals("", memory.note().read());
            }
            assertEquals(List.of("awari-pits-6-rules-olympiad-005.scratch"), files());
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFileThatIsAheadOfACheckpointStaysAsItIs() throws IOException {
        try (WholeMemory memory = open(provider(true, null), IN_PAGES)) {
            memory.state().fill((byte) 1);
            assertTrue(take(memory));
        }
        byte[] state = new byte[(int) NEED.state()];
        state[7] = 7;
        try (WindowedMemory memory =
                (WindowedMemory) new FileMemory(directory, GAME, () -> 1 << 20).open(LAYER, IN_PAGES)) {
            BitSet page = BitSet.valueOf(new long[] {1});
            memory.window().load(page, List.of());
            memory.window().array(0).set(7, (byte) 7);
            memory.window().changed(page);
            memory.note().write("finished");
        }
        try (WorkingMemory memory = provider(false, null).open(LAYER, IN_PAGES)) {
            checkWindow(memory, state);
            assertEquals("finished", memory.note().read());
        }
        assertEquals(List.of("awari-pits-6-rules-olympiad-005.scratch"), files());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void damagedBytesNeverReachAWindow() throws IOException {
        try (WholeMemory memory = open(provider(true, null), IN_PAGES)) {
            memory.state().fill((byte) 1);
            assertTrue(take(memory));
        }
        try (RandomAccessFile bytes =
                new RandomAccessFile(directory.resolve(CHECKPOINT).toFile(), "rw")) {
            bytes.seek(bytes.length() / 2);
            bytes.write(100);
        }
        try (WorkingMemory memory = provider(false, null).open(LAYER, IN_PAGES)) {
            checkWindow(memory, new byte[(int) NEED.state()]);
        }
        assertEquals(List.of("awari-pits-6-rules-olympiad-005.scratch"), files());
    }

    private static void checkWindow(WorkingMemory memory, byte[] state) throws IOException {
        FileWindow window = ((WindowedMemory) memory).window();
        for (int at = 0; at < state.length; at += 1 << 20) {
            int length = Math.min(1 << 20, state.length - at);
            BitSet pages = new BitSet();
            window.pages().addPages(pages, at, length);
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
        try (WholeMemory memory = open(provider(true, null), NEED)) {
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
        try (WholeMemory memory = open(provider(true, null), NEED)) {
            memory.state().fill((byte) 1);
            assertTrue(take(memory));
        }
        Path file = directory.resolve(CHECKPOINT);
        byte[] whole = Files.readAllBytes(file);
        Files.write(directory.resolve(CHECKPOINT + ".part"), whole);
        // In the first piece, in the last one, and in their checksums.
        for (int at : new int[] {4096, 4096 + (int) NEED.state() - 1, whole.length - 5}) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 2;
            Files.write(file, damaged);
            checkBeginsWithZeros();
            assertFalse(Files.exists(file));
        }
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
        try (WholeMemory memory = open(provider(true, null), NEED)) {
            assertEquals(-1, memory.state().mismatch(filled(NEED.state(), 0)));
        }
    }

    @Test
    void withoutADiskForCheckpointsTheWorkGoesOn() throws Exception {
        CompletableFuture<IOException> told = new CompletableFuture<>();
        AutomaticMemory provider = new AutomaticMemory(
                directory.resolve("missing"), GAME, () -> Long.MAX_VALUE, Duration.ofMillis(1), told::complete);
        try (WholeMemory memory = open(provider, NEED)) {
            assertTrue(told.get(30, TimeUnit.SECONDS).getMessage().contains(CHECKPOINT));
            memory.state().set(JAVA_BYTE, 0, (byte) 7);
            assertEquals(7, memory.state().get(JAVA_BYTE, 0));
        }
    }
}
