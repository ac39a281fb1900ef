package granary.builder.memory;

import granary.builder.Monitor;
import granary.builder.WorkerPool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.function.IntPredicate;

/** Working memory of the process itself: fast, and gone with it. */
public final class ProcessMemory implements MemoryProvider {
    /** Working memory begins on a cache line. */
    private static final int ALIGNMENT = 64;

    /** The least that a page of memory is long. */
    private static final int PAGE = 4096;

    /** Bytes that a thread touches at a time: some huge pages. */
    private static final long PIECE = 1 << 26;

    private final WorkerPool pool;

    /** Makes a provider of memory that the caller's thread alone touches first. */
    public ProcessMemory() {
        this(1);
    }

    /**
     * Makes a provider.
     *
     * @param threads how many threads touch large memory first, so that its pages are made in parallel and lie near them
     */
    public ProcessMemory(int threads) {
        this.pool = new WorkerPool(threads, Monitor.SILENT);
    }

    @Override
    public WorkingMemory open(int layer, MemoryNeed need) {
        Arena arena = Arena.ofShared();
        try {
            long temporaryAt = (need.state() + ALIGNMENT - 1) & -ALIGNMENT;
            MemorySegment all = allocate(temporaryAt + need.temporary(), arena);
            return new Allocated(
                    arena,
                    all.asSlice(0, need.state()),
                    all.asSlice(temporaryAt, need.temporary()),
                    StateNote.ofProcess());
        } catch (RuntimeException | Error e) {
            arena.close();
            throw e;
        }
    }

    private MemorySegment allocate(long bytes, Arena arena) {
        if (bytes < NativeMemory.WORTH_IT) {
            return arena.allocate(bytes, ALIGNMENT);
        }
        MemorySegment memory = NativeMemory.allocate(bytes, arena);
        pool.forRange(bytes, PIECE, (from, to) -> {
            for (long at = from; at < to; at += PAGE) {
                memory.set(ValueLayout.JAVA_BYTE, at, (byte) 0);
            }
        });
        return memory;
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

    private record Allocated(Arena arena, MemorySegment state, MemorySegment temporary, StateNote note)
            implements WorkingMemory {
        @Override
        public void close() {
            arena.close();
        }
    }
}
