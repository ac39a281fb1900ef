package granary.builder.memory;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * Working memory that is there all at once: the process's own, or a mapped file that the main memory can hold.
 *
 * @param state the bytes that a solver resumes from
 * @param temporary bytes whose contents are undefined at first
 * @param owner frees the memory
 */
public record WholeMemory(MemorySegment state, MemorySegment temporary, StateNote note, Closeable owner)
        implements WorkingMemory {
    @Override
    public void close() throws IOException {
        owner.close();
    }
}
