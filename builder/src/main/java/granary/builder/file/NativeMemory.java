package granary.builder.file;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import granary.builder.CheckFailedException;
import granary.builder.Units;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/**
 * Allocates large memory with the C library. The JDK's own allocation counts against the limit of direct memory, and one thread
 * writes zeros over the zeros of the operating system. Linux is asked for huge pages; without them the memory is only slower.
 */
public final class NativeMemory {
    /** Below this number of bytes the JDK's own allocation is faster: to link the functions takes about a tenth of a second. */
    public static final long LEAST_BYTES = 1 << 26;

    static final boolean IS_LINUX = System.getProperty("os.name").equals("Linux");

    private static final long HUGE_PAGE = 1 << 21;
    private static final int MADV_RANDOM = 1;
    private static final int MADV_HUGEPAGE = 14;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle CALLOC = function("calloc", FunctionDescriptor.of(ADDRESS, JAVA_LONG, JAVA_LONG))
            .orElseThrow();
    private static final MethodHandle FREE =
            function("free", FunctionDescriptor.ofVoid(ADDRESS)).orElseThrow();
    private static final Optional<MethodHandle> MADVISE = IS_LINUX
            ? function("madvise", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT))
            : Optional.empty();

    private NativeMemory() {}

    /** Returns the function of the C library with a name, if there is one. */
    @SuppressWarnings("restricted")
    static Optional<MethodHandle> function(String name, FunctionDescriptor type, Linker.Option... options) {
        return LINKER.defaultLookup().find(name).map(address -> LINKER.downcallHandle(address, type, options));
    }

    /**
     * Allocates memory of zeros that begins on a huge page. The operating system provides the pages when they are touched.
     *
     * @param arena frees them
     * @throws CheckFailedException when the operating system refuses
     */
    @SuppressWarnings("restricted")
    public static MemorySegment allocate(long bytes, Arena arena) {
        MemorySegment allocated = (MemorySegment) call(CALLOC, bytes + HUGE_PAGE, 1L);
        if (allocated.address() == 0) {
            throw new CheckFailedException("the operating system refuses " + Units.bytes(bytes)
                    + " of memory; give a smaller --memory, so that the layer is solved through a file");
        }
        MemorySegment all = allocated.reinterpret(bytes + HUGE_PAGE, arena, freed -> call(FREE, freed));
        MemorySegment memory = all.asSlice(-all.address() & (HUGE_PAGE - 1), bytes);
        advise(memory.asSlice(0, memory.byteSize() & -HUGE_PAGE), MADV_HUGEPAGE);
        return memory;
    }

    /** Tells the kernel that a mapped file is read in no order, so that it reads no page but those that are asked for. */
    public static void adviseRandom(MemorySegment file) {
        advise(file, MADV_RANDOM);
    }

    /** Advises the kernel. If it refuses, the memory is as good as before. */
    private static void advise(MemorySegment memory, int advice) {
        MADVISE.ifPresent(function -> call(function, memory, memory.byteSize(), advice));
    }

    private static Object call(MethodHandle function, Object... arguments) {
        try {
            return function.invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
