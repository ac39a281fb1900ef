package granary.builder.memory;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/**
 * The memory that a solver works in for one layer. Once it is closed, every access throws {@link IllegalStateException}.
 * Any number of threads may use it.
 */
public interface WorkingMemory extends AutoCloseable {
    /**
     * Returns the bytes that a solver resumes from: zeros at first; after an interruption, any mixture of what was there at
     * different times.
     */
    MemorySegment state();

    /**
     * Returns bytes whose contents are undefined at first: a solver that resumes computes them again, unless the
     * {@link #note} tells what they hold.
     */
    MemorySegment temporary();

    /**
     * Returns a window on {@link #state} and {@link #temporary}, one right behind the other, when they do not fit into the
     * main memory: then to use these themselves, in any other order than from beginning to end, takes forever. Whoever uses
     * the window must not use them; and if {@link MemoryNeed#greatest} said that bytes take fewer bits, they may not be there,
     * {@link UnsupportedOperationException}.
     */
    default Optional<FileWindow> window() {
        return Optional.empty();
    }

    /** Returns the note of what the memory holds: as it was written, or cleared by an interruption. */
    StateNote note();

    /**
     * Frees the memory; what a later run can resume from is kept.
     *
     * @throws IOException when that fails
     */
    @Override
    void close() throws IOException;
}
