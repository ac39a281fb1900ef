package granary.builder.file;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reserves the disk blocks of a new file of zeros: by fallocate if the operating system and the file system have it, otherwise by
 * writing zeros. One thread writes a byte in half a nanosecond, so that writing would take a fifth of a layer's time. (What
 * chronicle-bytes offers for that loses the number of the error.)
 */
final class Blocks {
    private static final int ZEROS = 1 << 20;

    /** To write fewer zeros takes less time than to link Java with the C library. */
    static final long SHORT_FILE = 16 << 20;

    /** The number of the error of a call that the file system does not have. */
    static final int INVALID = 22;

    /** The functions of the C library. A class of its own, so that they are linked only where they are called. */
    private static final class Linux {
        private static final int READ = 0;
        private static final int READ_AND_WRITE = 2;
        private static final int CLOSE_ON_EXEC = 0x80000;

        private static final int INTERRUPTED = 4;
        private static final int NO_SPACE = 28;
        private static final int NO_SUCH_CALL = 38;
        private static final int NOT_SUPPORTED = 95;
        private static final int OVER_QUOTA = 122;

        private static final VarHandle ERROR =
                Linker.Option.captureStateLayout().varHandle(MemoryLayout.PathElement.groupElement("errno"));
        private static final MethodHandle OPEN = function("open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
        private static final MethodHandle CLOSE = function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
        private static final MethodHandle FORCE = function("fsync", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
        private static final MethodHandle ALLOCATE =
                function("fallocate", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG, JAVA_LONG));

        private static MethodHandle function(String name, FunctionDescriptor type) {
            return NativeMemory.function(name, type, Linker.Option.captureCallState("errno"))
                    .orElseThrow();
        }

        /** Returns the number of the error of a call on a file, or 0 when it is done. */
        private static int error(Path path, int mode, Call call) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
                int descriptor =
                        (int) OPEN.invokeExact(state, arena.allocateFrom(path.toString()), mode | CLOSE_ON_EXEC);
                if (descriptor < 0) {
                    return (int) ERROR.get(state, 0L);
                }
                int error = INTERRUPTED;
                while (error == INTERRUPTED) {
                    error = call.on(state, descriptor) == 0 ? 0 : (int) ERROR.get(state, 0L);
                }
                CLOSE.invoke(state, descriptor);
                return error;
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        /** A call of the C library on an open file, which returns 0 when it is done. */
        private interface Call {
            int on(MemorySegment state, int descriptor) throws Throwable;
        }

        private static IOException failure(int error) {
            return new IOException(
                    switch (error) {
                        case NO_SPACE -> "no space left";
                        case OVER_QUOTA -> "no space left of the user's quota";
                        default -> "error " + error + " of Linux";
                    });
        }
    }

    private Blocks() {}

    /**
     * Creates a file of zeros with all its blocks allocated.
     *
     * @param path a file that does not exist yet
     * @param length bytes, 1 or more
     * @throws IOException when the disk is full or the file cannot be created
     */
    static void reserve(Path path, long length) throws IOException {
        Files.createFile(path);
        if (length < SHORT_FILE || !NativeMemory.IS_LINUX || !allocate(path, length)) {
            writeZeros(path, length);
        }
    }

    /**
     * Allocates the blocks of a file of zeros, on Linux.
     *
     * @param path an empty file, which gets this length
     * @param length bytes, 1 or more
     * @return false when the file system has no such operation; then the file is still empty
     * @throws IOException when the space does not suffice, or the disk fails; its message is the reason alone
     */
    static boolean allocate(Path path, long length) throws IOException {
        int error = Linux.error(path, Linux.READ_AND_WRITE, (state, descriptor) ->
                (int) Linux.ALLOCATE.invokeExact(state, descriptor, 0, 0L, length));
        return switch (error) {
            case 0 -> true;
            case Linux.NOT_SUPPORTED, Linux.NO_SUCH_CALL -> false;
            default -> throw Linux.failure(error);
        };
    }

    /** Forces a file or directory to the disk, on Linux, and returns the number of the error, or 0. Java gives only a text. */
    static int force(Path path) {
        return Linux.error(path, Linux.READ, (state, descriptor) -> (int) Linux.FORCE.invokeExact(state, descriptor));
    }

    /** Writes zeros to an empty file. */
    static void writeZeros(Path path, long length) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(ZEROS, length));
            for (long at = 0; at < length; at += zeros.limit()) {
                zeros.clear().limit((int) Math.min(zeros.capacity(), length - at));
                while (zeros.hasRemaining()) {
                    channel.write(zeros, at + zeros.position());
                }
            }
        }
    }
}
