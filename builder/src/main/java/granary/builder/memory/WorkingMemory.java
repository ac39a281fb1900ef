package granary.builder.memory;

import java.io.Closeable;
import java.io.IOException;

/**
 * The memory that a solver works in for one layer: {@link WholeMemory all of it} at once, or {@link WindowedMemory some pages} at
 * a time. Once it is closed, every access throws {@link IllegalStateException}. Any number of threads may use it.
 *
 * <p>It has two parts. A solver resumes from the <em>state</em>: zeros at first; after an interruption, any mixture of what was
 * there at different times. The contents of the <em>temporary</em> bytes are undefined at first: a solver that resumes computes
 * them again, unless the {@link #note} tells what they hold.
 */
public sealed interface WorkingMemory extends Closeable permits WholeMemory, WindowedMemory {
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
