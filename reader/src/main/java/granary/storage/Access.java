package granary.storage;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;

/** The ways to access the bytes of a file. */
public enum Access {
    /**
     * Maps files into memory: nothing is copied, all processes share the page cache, and it is fastest for databases larger than the
     * heap. The files must not be written to while they are open. If one shrinks, the next lookup beyond its end fails
     * (see {@link MappedStorage}); if one is overwritten, lookups see the new bytes. Files of at most 64 KiB are copied
     * instead, which costs less than a mapping, and files that cannot be mapped are read as {@link #POSITIONED} does.
     */
    MAPPED,
    /**
     * Reads from the file at each lookup, in about a microsecond. If a file shrinks or a network drive fails, the lookup fails at
     * once, and nothing worse happens.
     */
    POSITIONED;

    /** Files of at most this many bytes are copied into the heap instead of mapped. */
    public static final long SMALL = 1 << 16;

    private static volatile int one = 1;

    /**
     * Makes the JVM throw here, rather than later in the caller's code, the InternalError that is pending in a thread whose load from a
     * mapped page failed. Callers that map files themselves ask before they use what they read.
     *
     * <p>Java 17 checks for pending errors on return from its runtime. Few operations enter the runtime both in interpreted and in
     * compiled code. To allocate a two-dimensional array of non-constant lengths is one.
     *
     * @return the error, or null when none was pending
     */
    public static InternalError takeLateError() {
        try {
            byte[][] occasion = new byte[one][one];
            one = occasion.length; // a use, or the compiler would remove it
            return null;
        } catch (InternalError e) {
            return e;
        }
    }

    /**
     * Opens a file. An interrupted thread may do so; it stays interrupted.
     *
     * @throws IOException when the file cannot be opened, mapped or read
     */
    Storage open(Path path) throws IOException {
        if (Files.exists(path) && !Files.isRegularFile(path)) { // opening a pipe would block
            throw new IOException("not a regular file");
        }
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return tryToOpen(path);
                } catch (ClosedByInterruptException e) {
                    interrupted |= Thread.interrupted(); // clears it, so that the next try goes through
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Storage tryToOpen(Path path) throws IOException {
        if (this == POSITIONED) {
            return new PositionedStorage(path);
        }
        if (Files.size(path) <= SMALL) {
            return new HeapStorage(Files.readAllBytes(path));
        }
        if (path.getFileSystem().equals(FileSystems.getDefault())) {
            try {
                return new MappedStorage(path);
            } catch (ClosedByInterruptException e) {
                throw e;
            } catch (IOException e) { // the mount has no mappings, or the process has all that it may have
                return new PositionedStorage(path);
            }
        }
        return new PositionedStorage(path);
    }
}
