package granary.builder.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import granary.builder.file.NativeMemory;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessMemoryTest {
    @ParameterizedTest
    @ValueSource(longs = {10_000, NativeMemory.LEAST_BYTES + 5})
    void memoryBeginsWithZerosAndUseAfterCloseIsAnException(long length) {
        for (int i = 0; i < 2; i++) {
            ProcessMemory memory = new ProcessMemory(length);
            MemorySegment bytes = memory.bytes();
            assertEquals(-1, bytes.mismatch(MemorySegment.ofArray(new byte[(int) length])));
            bytes.fill((byte) 7);
            assertEquals(7, bytes.get(JAVA_BYTE, length - 1));
            memory.close();
            assertThrows(IllegalStateException.class, () -> bytes.get(JAVA_BYTE, 0));
        }
    }
}
