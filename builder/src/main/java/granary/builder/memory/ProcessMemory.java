package granary.builder.memory;

import granary.builder.file.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Working memory of the process itself: fast, and lost with the process. The operating system makes the pages of large memory when
 * the solver's threads first touch them.
 */
public final class ProcessMemory implements WorkingMemory {
    /** Working memory begins on a cache line. */
    private static final int ALIGNMENT = 64;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment bytes;

    /** Allocates zeros. */
    public ProcessMemory(long length) {
        try {
            bytes = allocate(length, arena);
        } catch (RuntimeException | Error e) {
            arena.close();
            throw e;
        }
    }

    /** Returns all of it. */
    public MemorySegment bytes() {
        return bytes;
    }

    @Override
    public void close() {
        arena.close();
    }

    /** Allocates memory in an arena, beyond the limit that Java sets for direct memory if there is much of it. */
    public static MemorySegment allocate(long bytes, Arena arena) {
        return bytes < NativeMemory.LEAST_BYTES
                ? arena.allocate(bytes, ALIGNMENT)
                : NativeMemory.allocate(bytes, arena);
    }
}
