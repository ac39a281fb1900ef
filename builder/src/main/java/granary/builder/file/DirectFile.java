package granary.builder.file;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;

/**
 * A file that Linux reads and writes without its cache, if the file system allows it. Places, lengths and memory addresses are
 * multiples of {@value #SECTOR} bytes. (The JDK's channels have an option for this, too, but demand multiples of the file
 * system's blocks, which are eight times as long.) Any number of threads may use it.
 *
 * <p>This class also calls the C library to reserve blocks, because what chronicle-bytes offers for that loses the number of the
 * error.
 */
public final class DirectFile implements AutoCloseable {
    /** The bytes that a disk writes as a whole or not at all. */
    public static final int SECTOR = 512;

    private static final int READ_AND_WRITE = 2;
    /** The flag O_DIRECT of Linux. Where its number is different again, the file is opened through the cache. */
    private static final int DIRECT = System.getProperty("os.arch").equals("aarch64") ? 0x10000 : 0x4000;

    private static final int CLOSE_ON_EXEC = 0x80000;

    // Numbers of Linux's errors.
    private static final int INTERRUPTED = 4;
    private static final int NO_SPACE = 28;
    private static final int NO_SUCH_CALL = 38;
    private static final int NOT_SUPPORTED = 95;
    private static final int OVER_QUOTA = 122;

    private static final VarHandle ERROR =
            Linker.Option.captureStateLayout().varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final MethodHandle OPEN = function("open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle CLOSE = function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle READ =
            function("pread", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle WRITE =
            function("pwrite", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle ALLOCATE =
            function("fallocate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));

    private final Path path;
    private final int descriptor;

    /** Returns whether this operating system has such files. */
    public static boolean isPossible() {
        return NativeMemory.IS_LINUX;
    }

    private DirectFile(Path path, int flags) throws IOException {
        this.path = path;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
            descriptor = (int) OPEN.invokeExact(state, arena.allocateFrom(path.toString()), flags);
            if (descriptor < 0) {
                throw failure("open", state);
            }
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static MethodHandle function(String name, FunctionDescriptor type) {
        return NativeMemory.function(name, type, Linker.Option.captureCallState("errno"))
                .orElseThrow();
    }

    private IOException failure(String what, MemorySegment state) {
        return new IOException(path + ": cannot " + what + ", " + reason(state));
    }

    private static String reason(MemorySegment state) {
        int error = (int) ERROR.get(state, 0L);
        return switch (error) {
            case NO_SPACE -> "no space left";
            case OVER_QUOTA -> "no space left of the user's quota";
            default -> "error " + error + " of Linux";
        };
    }

    /**
     * Allocates the blocks of a file of zeros.
     *
     * @param path an empty file, which gets this length
     * @param length bytes, 1 or more
     * @return false when the file system has no such operation; then the file is still empty
     * @throws IOException when the space does not suffice, or the disk fails; its message is the reason alone
     */
    static boolean allocate(Path path, long length) throws IOException {
        try (DirectFile file = new DirectFile(path, READ_AND_WRITE | CLOSE_ON_EXEC)) {
            return file.allocate(length);
        }
    }

    private boolean allocate(long length) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
            while ((int) ALLOCATE.invokeExact(state, descriptor, 0, 0L, length) != 0) {
                switch ((int) ERROR.get(state, 0L)) {
                    case INTERRUPTED -> {} // once more
                    case NOT_SUPPORTED, NO_SUCH_CALL -> {
                        return false;
                    }
                    default -> throw new IOException(reason(state));
                }
            }
            return true;
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Opens a file for reading and writing.
     *
     * @param path the file, longer than two sectors
     * @throws IOException when it cannot be opened
     */
    public static DirectFile open(Path path) throws IOException {
        try {
            DirectFile file = new DirectFile(path, READ_AND_WRITE | CLOSE_ON_EXEC | DIRECT);
            try (Arena arena = Arena.ofConfined()) {
                file.read(arena.allocate(SECTOR, SECTOR), SECTOR);
                return file;
            } catch (IOException e) {
                file.close();
                throw e;
            }
        } catch (IOException e) {
            return new DirectFile(
                    path, READ_AND_WRITE | CLOSE_ON_EXEC); // this file system needs its cache, or larger units
        }
    }

    /**
     * Reads bytes until the segment is full.
     *
     * @throws IOException when the disk fails, or the file ends before the segment is full
     */
    public void read(MemorySegment to, long at) throws IOException {
        transfer(READ, "read", to, at);
    }

    /**
     * Writes all bytes of a segment.
     *
     * @throws IOException when the disk fails, or is full
     */
    public void write(MemorySegment from, long at) throws IOException {
        transfer(WRITE, "write", from, at);
    }

    private void transfer(MethodHandle function, String name, MemorySegment memory, long at) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
            for (long done = 0; done < memory.byteSize(); ) {
                MemorySegment rest = memory.asSlice(done);
                long more = (long) function.invokeExact(state, descriptor, rest, rest.byteSize(), at + done);
                if (more < 0) {
                    throw failure(name, state);
                }
                if (more == 0) {
                    throw new EOFException(path + " has become shorter");
                }
                done += more;
            }
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    @SuppressWarnings("UnusedVariable")
    public void close() {
        try (Arena arena = Arena.ofConfined()) {
            int ignored = (int) CLOSE.invokeExact(arena.allocate(Linker.Option.captureStateLayout()), descriptor);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
