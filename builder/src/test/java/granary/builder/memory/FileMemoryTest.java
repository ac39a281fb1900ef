package granary.builder.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.InvalidRequestException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
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
        provider = new FileMemory(directory, GAME);
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

    @Test
    void otherGamesAndLayersHaveTheirOwn() throws IOException {
        FileMemory otherGame = new FileMemory(directory, "awari pits=6 rules=strict");
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
}
