package granary.builder.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.InvalidRequestException;
import granary.testing.ChildJvm;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FileMemoryTest {
    private static final String GAME = "awari pits=6 rules=olympiad";
    private static final int LAYER = 5;
    private static final MemoryNeed NEED = new MemoryNeed(10_000, 7_000);

    @TempDir
    private Path directory;

    private FileMemory provider;

    @BeforeEach
    void create() {
        provider = new FileMemory(directory, GAME, () -> Long.MAX_VALUE);
    }

    @Test
    void beginsWithZerosAndKeepsWhatWasWritten() throws IOException {
        assertEquals(Files.getFileStore(directory), Files.getFileStore(provider.directory()));
        assertFalse(provider.canResume(LAYER, NEED));
        assertEquals(4096 + NEED.total(), provider.bytesToReserve(LAYER, NEED));
        try (WorkingMemory memory = provider.open(LAYER, NEED)) {
            assertEquals(NEED.state(), memory.state().byteSize());
            assertEquals(NEED.temporary(), memory.temporary().byteSize());
            assertEquals(-1, memory.state().mismatch(MemorySegment.ofArray(new byte[(int) NEED.state()])));
            memory.state().set(JAVA_BYTE, NEED.state() - 1, (byte) 7);
            memory.temporary().fill((byte) 8);
            assertEquals(7, memory.state().get(JAVA_BYTE, NEED.state() - 1));
        }
        assertEquals(0, provider.bytesToReserve(LAYER, NEED));
        assertTrue(provider.canResume(LAYER, NEED));
        try (WorkingMemory memory = provider.open(LAYER, NEED)) {
            assertEquals(7, memory.state().get(JAVA_BYTE, NEED.state() - 1));
        }
        provider.remove(LAYER);
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(0, files.count());
        }
    }

    @Test
    void ofAnotherLengthIsMadeAnew() throws IOException {
        try (WorkingMemory memory = provider.open(LAYER, new MemoryNeed(2 * NEED.state(), 0))) {
            memory.state().set(JAVA_BYTE, 0, (byte) 7);
        }
        try (WorkingMemory memory = provider.open(LAYER, NEED)) {
            assertEquals(0, memory.state().get(JAVA_BYTE, 0));
        }
    }

    private static final MemoryNeed OF_SCORES = new MemoryNeed(100_000, 70_000, 31, PageOrder.OF_THE_WINDOW);
    /** 42 pages of six bits a byte. */
    private static final long PACKED = 42 * 3072;

    private static BitSet firstPage() {
        return BitSet.valueOf(new long[] {1});
    }

    private FileMemory smallMemory() {
        return new FileMemory(directory, GAME, () -> 20 * 4096);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatIsBegunPackedStaysPackedWhenTheMemorySuffices() throws IOException {
        FileMemory small = smallMemory();
        assertEquals(4096 + PACKED, small.bytesToReserve(LAYER, OF_SCORES));
        try (WorkingMemory memory = small.open(LAYER, OF_SCORES)) {
            assertThrows(UnsupportedOperationException.class, memory::state);
            assertThrows(UnsupportedOperationException.class, memory::temporary);
            FileWindow window = memory.window().orElseThrow();
            window.load(firstPage(), List.of());
            window.array(0).set(9, (byte) -31);
            window.changed(firstPage());
        }
        assertEquals(4096 + PACKED, Files.size(directory.resolve("awari-pits-6-rules-olympiad-005.scratch")));
        assertEquals(0, provider.bytesToReserve(LAYER, OF_SCORES));
        try (WorkingMemory memory = provider.open(LAYER, OF_SCORES)) {
            FileWindow window = memory.window().orElseThrow();
            assertEquals(42, window.budget());
            window.load(firstPage(), List.of());
            assertEquals(-31, window.array(0).get(9));
        }
        MemoryNeed ofDistances = new MemoryNeed(OF_SCORES.state(), OF_SCORES.temporary());
        MemoryNeed ofMoreSeeds = new MemoryNeed(OF_SCORES.state(), OF_SCORES.temporary(), 32, PageOrder.OF_THE_WINDOW);
        assertFalse(provider.canResume(LAYER, ofDistances));
        assertFalse(provider.canResume(LAYER, ofMoreSeeds));
        try (WorkingMemory memory = provider.open(LAYER, ofDistances)) {
            assertEquals(0, memory.state().get(JAVA_BYTE, 9));
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatIsPackedWithMoreBitsIsMadeAnew() throws IOException {
        MemoryNeed ofMoreSeeds = new MemoryNeed(OF_SCORES.state(), OF_SCORES.temporary(), 32, PageOrder.OF_THE_WINDOW);
        FileMemory small = smallMemory();
        small.open(LAYER, ofMoreSeeds).close();
        assertTrue(small.canResume(LAYER, ofMoreSeeds));
        assertFalse(small.canResume(LAYER, OF_SCORES));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatIsBegunPlainStaysPlainWhenTheMemoryNoLongerSuffices() throws IOException {
        try (WorkingMemory memory = provider.open(LAYER, OF_SCORES)) {
            memory.state().set(JAVA_BYTE, 9, (byte) -31);
        }
        try (WorkingMemory memory = smallMemory().open(LAYER, OF_SCORES)) {
            FileWindow window = memory.window().orElseThrow();
            window.load(firstPage(), List.of());
            assertEquals(-31, window.array(0).get(9));
            window.array(0).set(9, (byte) 30);
            window.changed(firstPage());
        }
        try (WorkingMemory memory = provider.open(LAYER, OF_SCORES)) {
            assertEquals(30, memory.state().get(JAVA_BYTE, 9));
        }
    }

    @Test
    void otherGamesAndLayersHaveTheirOwn() throws IOException {
        FileMemory otherGame = new FileMemory(directory, "awari pits=6 rules=strict", () -> Long.MAX_VALUE);
        try (WorkingMemory memory = provider.open(LAYER, NEED);
                WorkingMemory ofOtherLayer = provider.open(LAYER + 1, NEED);
                WorkingMemory ofOtherGame = otherGame.open(LAYER, NEED)) {
            memory.state().set(JAVA_BYTE, 0, (byte) 7);
            assertEquals(0, ofOtherLayer.state().get(JAVA_BYTE, 0));
            assertEquals(0, ofOtherGame.state().get(JAVA_BYTE, 0));
        }
    }

    @Test
    void aSecondUserIsRefused() throws IOException {
        try (WorkingMemory memory = provider.open(LAYER, NEED)) {
            assertEquals(0, memory.state().get(JAVA_BYTE, 0));
            assertThrows(InvalidRequestException.class, () -> provider.open(LAYER, NEED));
        }
    }

    @Test
    void useAfterCloseIsAnException() throws IOException {
        WorkingMemory memory = provider.open(LAYER, NEED);
        MemorySegment state = memory.state();
        memory.close();
        assertThrows(IllegalStateException.class, () -> state.get(JAVA_BYTE, 0));
    }

    /** Names of the files that are there. */
    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void whatAnotherUsesIsNeverRemoved() throws IOException {
        WorkingMemory memory = provider.open(LAYER, NEED);
        List<String> used = files();
        provider.remove(LAYER);
        new FileMemory(directory, GAME, () -> Long.MAX_VALUE).clean(layer -> true);
        assertEquals(used, files());
        memory.close();
        provider.remove(LAYER);
        assertEquals(List.of(), files());
    }

    @Test
    void whatAnotherProcessUsesIsNeverRemoved() throws IOException, InterruptedException {
        provider.open(LAYER, NEED).close();
        Process other = new ProcessBuilder(ChildJvm.command(Holder.class, directory))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = other.inputReader()) {
            assertEquals("open", out.readLine());
            List<String> used = files();
            provider.remove(LAYER);
            provider.clean(layer -> true);
            assertThrows(InvalidRequestException.class, () -> provider.open(LAYER, NEED));
            assertEquals(used, files());
            other.destroyForcibly().waitFor();
            assertEquals(used, files());
            provider.remove(LAYER);
            assertEquals(List.of(), files());
        } finally {
            other.destroyForcibly();
        }
    }

    /** Opens the working memory and keeps it until killed. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] arguments) throws IOException, InterruptedException {
            try (WorkingMemory memory =
                    new FileMemory(Path.of(arguments[0]), GAME, () -> Long.MAX_VALUE).open(LAYER, NEED)) {
                System.out.println(memory.state().byteSize() == NEED.state() ? "open" : "wrong");
                Thread.sleep(Duration.ofMinutes(2));
            }
        }
    }

    @Test
    void cleaningKeepsWhatCanBeResumedAndOthersFiles() throws IOException {
        provider.open(LAYER, NEED).close();
        provider.open(LAYER + 1, NEED).close();
        new FileMemory(directory, "awari pits=6 rules=strict", () -> Long.MAX_VALUE)
                .open(LAYER, NEED)
                .close();
        Files.writeString(directory.resolve("awari-pits-6-rules-olympiad-006.scratch.part"), "half reserved");
        Files.writeString(directory.resolve("awari-pits-6-rules-olympiad-006.scratch.lock"), "");
        Files.writeString(directory.resolve("awari-pits-6-rules-olympiad-7.scratch.txt"), "the user's");
        provider.clean(layer -> layer == LAYER);
        assertEquals(
                List.of(
                        "awari-pits-6-rules-olympiad-006.scratch",
                        "awari-pits-6-rules-olympiad-7.scratch.txt",
                        "awari-pits-6-rules-strict-005.scratch"),
                files());
        assertTrue(provider.canResume(LAYER + 1, NEED));
    }
}
