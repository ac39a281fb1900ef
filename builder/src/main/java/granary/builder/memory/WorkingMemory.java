package granary.builder.memory;

import java.io.Closeable;
import java.io.IOException;

/**
 * The memory that a solver works in for one layer: {@link ProcessMemory all of it} at once, or {@link BufferPool some pages} at
 * a time. Once it is closed, every access throws {@link IllegalStateException}. Any number of threads may use it.
 */
public sealed interface WorkingMemory extends Closeable permits ProcessMemory, BufferPool {
    /**
     * Frees the memory. A file that a later run can resume from is kept.
     *
     * @throws IOException when that fails
     */
    @Override
    void close() throws IOException;
}
