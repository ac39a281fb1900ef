package granary.builder.file;

import granary.builder.CheckFailedException;
import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import net.openhft.chronicle.bytes.MappedBytes;

/**
 * A file that is mapped for reading and writing, with all its blocks reserved in advance. So a full disk is an exception when the
 * file is created, and never a fault (SIGBUS) later. Any number of threads may use it.
 *
 * <p>chronicle-bytes maps the file, of any length, as one contiguous range. It does not check on each access that the mapping still
 * exists, so all access is through {@link #segment}, which belongs to an {@link Arena}. Closing the arena invalidates the segment
 * and then releases the mapping, so that an access after close is an exception and not a crash of the process. The JDK maps short
 * files, such as those of the first 20 layers, because loading chronicle-bytes takes a third of a second of processor time.
 *
 * <p>The segment is always of the class of plain native memory. If the compiler meets segments of two classes, the inner loops take
 * 1.4 times as long.
 */
public final class ReservedFile implements AutoCloseable {
    /** The JDK maps shorter files. */
    static final int LONG_FILE = 1 << 26;

    private static final int TRIAL = 1 << 12;

    private final Path path;
    private final long length;
    private final Runnable sync;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment segment;

    /** Maps an existing file. */
    ReservedFile(Path path, long length) throws IOException {
        this(path, length, length < LONG_FILE);
    }

    private ReservedFile(Path path, long length, boolean isShort) throws IOException {
        this.path = path;
        this.length = length;
        if (isShort) {
            Arena mapping = Arena.ofShared();
            try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                MemorySegment mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, length, mapping);
                this.sync = mapped::force;
                this.segment = segment(mapped.address(), mapping::close);
            }
        } else {
            MappedBytes bytes = MappedBytes.singleMappedBytes(path.toFile(), length);
            bytes.singleThreadedCheckDisabled(true); // another thread may close the file
            this.sync = bytes::sync;
            this.segment = segment(bytes.addressForRead(0), bytes::releaseLast);
        }
    }

    @SuppressWarnings("restricted")
    private MemorySegment segment(long address, Runnable release) {
        return MemorySegment.ofAddress(address).reinterpret(length, arena, closed -> release.run());
    }

    /**
     * Loads the libraries that a file of a length needs, by using them once. That takes as long as solving a layer of some million
     * positions, so a build does it in the background of its first layers.
     *
     * @throws IOException when no temporary file can be created
     */
    public static void prepare(long length) throws IOException {
        if (length < Blocks.SHORT_FILE) {
            return;
        }
        File trial = new File(System.getProperty("java.io.tmpdir"), "granary-" + UUID.randomUUID() + ".trial");
        trial.deleteOnExit(); // the process may end meanwhile
        Path path = Files.createFile(trial.toPath());
        try {
            if (NativeMemory.IS_LINUX) {
                Blocks.allocate(path, TRIAL);
            }
            if (length >= LONG_FILE) {
                new ReservedFile(path, TRIAL, false).close();
            }
        } finally {
            Files.deleteIfExists(path);
        }
    }

    /**
     * Creates a file of zeros, replacing an existing one, and maps it.
     *
     * @param path the file
     * @param length bytes, 1 or more
     * @throws CheckFailedException when the disk is full; nothing is left behind
     * @throws IOException when the file cannot be created or mapped
     */
    public static ReservedFile create(Path path, long length) throws IOException {
        Files.deleteIfExists(path);
        try {
            Blocks.reserve(path, length);
        } catch (IOException e) {
            Files.deleteIfExists(path);
            throw new CheckFailedException(
                    path + ": cannot reserve " + length + " bytes (" + e.getMessage() + "); "
                            + Files.getFileStore(path.toAbsolutePath().getParent())
                                    .getUsableSpace()
                            + " bytes are free there",
                    e);
        }
        try {
            return new ReservedFile(path, length);
        } catch (IOException e) {
            Files.deleteIfExists(path);
            throw Disk.lacking("mapped", path, e);
        }
    }

    /** Returns the contents as one segment. Once this file is closed, every access throws {@link IllegalStateException}. */
    public MemorySegment segment() {
        return segment;
    }

    /** Returns the file. */
    public Path path() {
        return path;
    }

    /**
     * Unmaps the file and truncates it to its length, which the mapping may have rounded up. The bytes are in the system's cache, as
     * if they had been written through a channel; whoever lists the file forces it to the disk. (Windows does not promise that,
     * so there this method writes them back.)
     *
     * @throws IOException when the disk fails
     */
    public void finish() throws IOException {
        if (Disk.WINDOWS) {
            sync.run();
        }
        close();
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        }
    }

    /** Returns whether the file is unmapped. */
    public boolean isClosed() {
        return !segment.scope().isAlive();
    }

    /** Unmaps the file and keeps it in its directory; a second call does nothing. */
    @Override
    public void close() {
        if (!isClosed()) {
            arena.close();
        }
    }
}
