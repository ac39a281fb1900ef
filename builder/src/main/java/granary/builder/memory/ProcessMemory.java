package granary.builder.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.function.IntPredicate;

/** Working memory of the process itself: fast, and gone with it. */
public final class ProcessMemory implements MemoryProvider {
    /** Working memory begins on a cache line. */
    private static final int ALIGNMENT = 64;

    @Override
    public WorkingMemory open(int layer, MemoryNeed need) {
        Arena arena = Arena.ofShared();
        return new Allocated(
                arena, arena.allocate(need.state(), ALIGNMENT), arena.allocate(need.temporary(), ALIGNMENT));
    }

    @Override
    public void remove(int layer) {}

    @Override
    public void clean(IntPredicate isDone) {}

    @Override
    public Path directory() {
        return null;
    }

    @Override
    public long bytesToReserve(int layer, MemoryNeed need) {
        return 0;
    }

    @Override
    public boolean canResume(int layer, MemoryNeed need) {
        return false;
    }

    private record Allocated(Arena arena, MemorySegment state, MemorySegment temporary) implements WorkingMemory {
        @Override
        public void close() {
            arena.close();
        }
    }
}
