package granary.builder.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import granary.builder.file.NativeMemory;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class ProcessMemoryTest {
    private static final MemoryNeed NEED = new MemoryNeed(10_000, 7_000);

    private final ProcessMemory provider = new ProcessMemory();

    @Test
    void beginsWithZerosEachTime() throws IOException {
        for (int i = 0; i < 2; i++) {
            try (WholeMemory memory = provider.open(5, NEED)) {
                assertEquals(-1, memory.state().mismatch(MemorySegment.ofArray(new byte[(int) NEED.state()])));
                assertEquals(NEED.temporary(), memory.temporary().byteSize());
                memory.state().fill((byte) 7);
                memory.temporary().fill((byte) 8);
                assertEquals(7, memory.state().get(JAVA_BYTE, NEED.state() - 1));
            }
        }
    }

    @Test
    void largeMemoryBeginsWithZerosAndIsWritable() throws IOException {
        MemoryNeed large = new MemoryNeed(NativeMemory.LEAST_BYTES + 5, 3);
        WholeMemory memory = new ProcessMemory().open(5, large);
        MemorySegment state = memory.state();
        assertEquals(-1, state.mismatch(MemorySegment.ofArray(new byte[(int) large.state()])));
        state.set(JAVA_BYTE, large.state() - 1, (byte) 7);
        memory.temporary().fill((byte) 8);
        assertEquals(7, state.get(JAVA_BYTE, large.state() - 1));
        assertEquals(8, memory.temporary().get(JAVA_BYTE, 2));
        memory.close();
        assertThrows(IllegalStateException.class, () -> state.get(JAVA_BYTE, 0));
    }

    @Test
    void takesNoDisk() throws IOException {
        assertNull(provider.directory());
        assertEquals(0, provider.bytesToReserve(5, NEED));
        provider.remove(5);
    }

    @Test
    void useAfterCloseIsAnException() throws IOException {
        WholeMemory memory = provider.open(5, NEED);
        MemorySegment state = memory.state();
        memory.close();
        assertThrows(IllegalStateException.class, () -> state.get(JAVA_BYTE, 0));
    }
}
