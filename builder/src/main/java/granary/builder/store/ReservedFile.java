package granary.builder.store;

import granary.builder.CheckFailedException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import net.openhft.chronicle.bytes.MappedBytes;

/**
 * A file mapped for writing whose blocks were all reserved before: a full disk is an error when it is made, never a
 * fault in the middle of the work. Any number of threads may write to it.
 */
public final class ReservedFile implements AutoCloseable {
    private final Path path;
    private final long length;
    private final MappedBytes bytes;

    private ReservedFile(Path path, long length) throws IOException {
        this.path = path;
        this.length = length;
        this.bytes = MappedBytes.singleMappedBytes(path.toFile(), length);
        bytes.singleThreadedCheckDisabled(true);
        bytes.writePosition(length); // reads end where writes do, and all of the file is written
    }

    /**
     * Makes a file of zeros, replacing one that is there, and maps it.
     *
     * @param path the file
     * @param length bytes, 1 or more
     * @throws CheckFailedException when the disk is full; nothing is left behind
     * @throws IOException when the file cannot be made
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
        return new ReservedFile(path, length);
    }

    /**
     * Maps a file that {@link #create} made before.
     *
     * @throws IOException when the file cannot be opened
     */
    public static ReservedFile open(Path path) throws IOException {
        return new ReservedFile(path, Files.size(path));
    }

    /** Returns the bytes for reading and writing at any offset. */
    public MappedBytes bytes() {
        return bytes;
    }

    /** Returns the bytes as one segment, valid until this file is closed. */
    @SuppressWarnings("restricted")
    public MemorySegment segment() {
        return MemorySegment.ofAddress(bytes.addressForRead(0)).reinterpret(length);
    }

    /** Returns the number of bytes. */
    public long length() {
        return length;
    }

    /** Returns the file. */
    public Path path() {
        return path;
    }

    /**
     * Brings everything to the disk and unmaps the file.
     *
     * @throws IOException when the disk fails
     */
    public void finish() throws IOException {
        bytes.sync();
        close();
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            channel.truncate(length); // mapping rounded it up to whole pages
            channel.force(true);
        }
    }

    /** Unmaps the file and leaves it where it is. */
    @Override
    public void close() {
        bytes.releaseLast();
    }
}
