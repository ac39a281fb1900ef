package granary.builder.memory;

import java.io.Closeable;
import java.io.IOException;

/**
 * The memory that a solver works in for one layer: {@link WholeMemory all of it} at once, or {@link WindowedMemory some pages} at
 * a time. Once it is closed, every access throws {@link IllegalStateException}. Any number of threads may use it.
 *
 * <p>It has two parts. A solver resumes from the <em>state</em>, which is zeros at first and, after an interruption, any mixture of
 * older and newer bytes. The <em>temporary</em> bytes are undefined at first, and a solver that resumes computes them again,
 * unless the {@link #note} says what they hold.
 */
public sealed interface WorkingMemory extends Closeable permits WholeMemory, WindowedMemory {
    /** Returns the note of what the memory holds. An interruption may have erased it. */
    StateNote note();

    /**
     * Frees the memory. Files that a later run can resume from are kept.
     *
     * @throws IOException when that fails
     */
    @Override
    void close() throws IOException;
}
