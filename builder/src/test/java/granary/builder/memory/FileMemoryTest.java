package granary.builder.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.CheckFailedException;
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
import java.util.stream.IntStream;
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
        assertEquals(4096 + 5 * 4096, provider.bytesToReserve(LAYER, NEED)); // whole pages
        try (WholeMemory memory = open(NEED)) {
            assertEquals(NEED.state(), memory.state().byteSize());
            assertEquals(NEED.temporary(), memory.temporary().byteSize());
            assertEquals(-1, memory.state().mismatch(MemorySegment.ofArray(new byte[(int) NEED.state()])));
            memory.state().set(JAVA_BYTE, NEED.state() - 1, (byte) 7);
            memory.temporary().fill((byte) 8);
            assertEquals(7, memory.state().get(JAVA_BYTE, NEED.state() - 1));
        }
        assertEquals(0, provider.bytesToReserve(LAYER, NEED));
        assertTrue(provider.canResume(LAYER, NEED));
        try (WholeMemory memory = open(NEED)) {
            assertEquals(7, memory.state().get(JAVA_BYTE, NEED.state() - 1));
        }
        provider.remove(LAYER);
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(0, files.count());
        }
    }

    @Test
    void ofAnotherLengthIsMadeAnew() throws IOException {
        try (WholeMemory memory = open(new MemoryNeed(2 * NEED.state(), 0))) {
            memory.state().set(JAVA_BYTE, 0, (byte) 7);
        }
        try (WholeMemory memory = open(NEED)) {
            assertEquals(0, memory.state().get(JAVA_BYTE, 0));
        }
    }

    /** Of 42 pages, from the last to the first. */
    private static final MemoryNeed OF_SCORES = new MemoryNeed(
            100_000,
            70_000,
            (pageBytes, pages) ->
                    IntStream.range(0, pages).map(i -> pages - 1 - i).toArray());

    private static BitSet firstPage() {
        return BitSet.valueOf(new long[] {1});
    }

    private FileMemory smallMemory() {
        return new FileMemory(directory, GAME, () -> 20 * 4096);
    }

    private WholeMemory open(MemoryNeed need) throws IOException {
        return (WholeMemory) provider.open(LAYER, need);
    }

    private static WindowedMemory window(FileMemory memory) throws IOException {
        return (WindowedMemory) memory.open(LAYER, OF_SCORES);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatIsBegunThroughAWindowStaysSoWhenTheMemorySuffices() throws IOException {
        FileMemory small = smallMemory();
        assertEquals(4096 + 42 * 4096, small.bytesToReserve(LAYER, OF_SCORES));
        try (WindowedMemory memory = window(small)) {
            memory.window().load(firstPage(), List.of());
            memory.window().array(0).set(9, (byte) -31);
            memory.window().changed(firstPage());
        }
        byte[] file = Files.readAllBytes(directory.resolve("awari-pits-6-rules-olympiad-005.scratch"));
        assertEquals(4096 + 42 * 4096, file.length);
        assertEquals(-31, file[4096 + 41 * 4096 + 9]);
        assertEquals(0, provider.bytesToReserve(LAYER, OF_SCORES));
        try (WindowedMemory memory = window(provider)) {
            assertEquals(42, memory.window().pages().budget());
            memory.window().load(firstPage(), List.of());
            assertEquals(-31, memory.window().array(0).get(9));
        }
        MemoryNeed ofDistances = new MemoryNeed(OF_SCORES.state(), OF_SCORES.temporary());
        assertFalse(provider.canResume(LAYER, ofDistances));
        try (WholeMemory memory = open(ofDistances)) {
            assertEquals(0, memory.state().get(JAVA_BYTE, 9));
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatHasPagesOfAnotherLengthIsMadeAnew() throws IOException {
        FileMemory small = smallMemory();
        window(small).close();
        assertTrue(small.canResume(LAYER, OF_SCORES));
        FileMemory ofLongPages = new FileMemory(directory, GAME, () -> 20 * 4096, null, bytes -> 8192);
        assertFalse(ofLongPages.canResume(LAYER, OF_SCORES));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void whatIsBegunMappedIsUsedThroughAWindowWhenTheMemoryNoLongerSuffices() throws IOException {
        try (WholeMemory memory = open(OF_SCORES)) {
            memory.state().set(JAVA_BYTE, 9, (byte) -31);
        }
        try (WindowedMemory memory = window(smallMemory())) {
            memory.window().load(firstPage(), List.of());
            assertEquals(-31, memory.window().array(0).get(9));
            memory.window().array(0).set(9, (byte) 30);
            memory.window().changed(firstPage());
        }
        try (WholeMemory memory = open(OF_SCORES)) {
            assertEquals(30, memory.state().get(JAVA_BYTE, 9));
        }
    }

    @Test
    void whatIsNeededAtOnceAndDoesNotFitIsRefusedBeforeAnythingIsReserved() throws IOException {
        FileMemory small = new FileMemory(directory, GAME, () -> 16_999);
        CheckFailedException refused = assertThrows(CheckFailedException.class, () -> small.open(LAYER, NEED));
        assertTrue(refused.getMessage().startsWith("layer 5 needs 16.6 KiB of main memory"), refused.getMessage());
        assertEquals(List.of(), files());
        provider.open(LAYER, NEED).close();
        assertThrows(CheckFailedException.class, () -> small.open(LAYER, NEED));
        assertTrue(provider.canResume(LAYER, NEED), "what was begun with more memory stays");
    }

    @Test
    void otherGamesAndLayersHaveTheirOwn() throws IOException {
        FileMemory otherGame = new FileMemory(directory, "awari pits=6 rules=strict", () -> Long.MAX_VALUE);
        try (WholeMemory memory = open(NEED);
                WholeMemory ofOtherLayer = (WholeMemory) provider.open(LAYER + 1, NEED);
                WholeMemory ofOtherGame = (WholeMemory) otherGame.open(LAYER, NEED)) {
            memory.state().set(JAVA_BYTE, 0, (byte) 7);
            assertEquals(0, ofOtherLayer.state().get(JAVA_BYTE, 0));
            assertEquals(0, ofOtherGame.state().get(JAVA_BYTE, 0));
        }
    }

    /** Unless a note says that the memory holds these scores. */
    @Test
    void whatWasWorkedOutOfOtherScoresIsMadeAnew() throws IOException {
        MemoryNeed one = NEED.of("0123");
        MemoryNeed other = NEED.of("4567");
        try (WholeMemory memory = open(one)) {
            memory.state().set(JAVA_BYTE, 0, (byte) 7);
        }
        assertFalse(provider.canResume(LAYER, other));
        try (WholeMemory memory = open(one)) {
            assertEquals(7, memory.state().get(JAVA_BYTE, 0));
            memory.note().write("distances of 4567");
        }
        assertTrue(provider.canResume(LAYER, other));
        try (WholeMemory memory = open(other)) {
            assertEquals(7, memory.state().get(JAVA_BYTE, 0));
            memory.note().clear();
        }
        try (WholeMemory memory = open(other)) {
            assertEquals(0, memory.state().get(JAVA_BYTE, 0));
        }
        assertFalse(provider.canResume(LAYER, one));
    }

    @Test
    void aSecondUserIsRefused() throws IOException {
        try (WholeMemory memory = open(NEED)) {
            assertEquals(0, memory.state().get(JAVA_BYTE, 0));
            assertThrows(InvalidRequestException.class, () -> provider.open(LAYER, NEED));
        }
    }

    @Test
    void useAfterCloseIsAnException() throws IOException {
        WholeMemory memory = open(NEED);
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
                System.out.println(memory instanceof WholeMemory ? "open" : "wrong");
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
