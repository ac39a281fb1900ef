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

    /** True once {@link #prepare} is done. */
    private static volatile boolean isLinked;

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

    /** Links the functions that large memory needs. It takes a tenth of a second, so a build does it during its first layers. */
    public static void prepare() {
        try (Arena arena = Arena.ofShared()) {
            NativeMemory.allocate(1, arena);
        }
        isLinked = true;
    }

    /** Allocates memory in an arena, beyond the limit that Java sets for direct memory if there is much of it. */
    public static MemorySegment allocate(long bytes, Arena arena) {
        return bytes < (isLinked ? NativeMemory.LEAST_BYTES_ONCE_LINKED : NativeMemory.LEAST_BYTES)
                ? arena.allocate(bytes, ALIGNMENT)
                : NativeMemory.allocate(bytes, arena);
    }
}
