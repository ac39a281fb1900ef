package granary.builder.memory;

import java.io.Closeable;
import java.io.IOException;

/**
 * Working memory in a file that the main memory cannot hold. Only solvers whose {@link MemoryNeed} allows a window get it.
 *
 * @param window brings pages into memory: those of the state, directly followed by those of the temporary bytes
 * @param owner frees the memory
 */
public record WindowedMemory(FileWindow window, StateNote note, Closeable owner) implements WorkingMemory {
    @Override
    public void close() throws IOException {
        owner.close();
    }
}
