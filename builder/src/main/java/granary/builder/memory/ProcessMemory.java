package granary.builder.memory;

import granary.builder.file.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Working memory of the process itself: fast, and lost with the process. The operating system makes the pages of large memory when
 * the solver's threads first touch them.
 */
public final class ProcessMemory implements MemoryProvider {
    /** Working memory begins on a cache line. */
    private static final int ALIGNMENT = 64;

    /** Whether {@link #prepare} is done. */
    private static volatile boolean isLinked;

    @Override
    public WholeMemory open(int layer, MemoryNeed need) {
        Arena arena = Arena.ofShared();
        try {
            long temporaryAt = (need.state() + ALIGNMENT - 1) & -ALIGNMENT;
            MemorySegment all = allocate(temporaryAt + need.temporary(), arena);
            return new WholeMemory(
                    all.asSlice(0, need.state()),
                    all.asSlice(temporaryAt, need.temporary()),
                    StateNote.ofProcess(),
                    arena::close);
        } catch (RuntimeException | Error e) {
            arena.close();
            throw e;
        }
    }

    /** Links the functions that large memory needs. It takes a tenth of a second, so a build does it beside its first layers. */
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

    @Override
    public long available() {
        return MainMemory.available();
    }
}
