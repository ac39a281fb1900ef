package granary.exchange.vu;

import granary.error.DamagedFileException;
import granary.error.ReadFaultException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A mapped file of the VU database. Thread-safe. */
final class VuFile implements AutoCloseable {
    /** The byte that stands for an unknown score. */
    static final byte NOT_AVAILABLE = 127;

    private final Path path;
    private final int seeds;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment bytes;

    /**
     * Opens a file.
     *
     * @throws DamagedFileException when the file's length does not fit the number of seeds
     * @throws IOException when the file cannot be opened or mapped
     */
    VuFile(Path path, int seeds) throws IOException {
        this.path = path;
        this.seeds = seeds;
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            long expected = VuIndex.size(seeds);
            if (channel.size() != expected) {
                throw new DamagedFileException(
                        path.toString(),
                        -1,
                        expected + " bytes for " + seeds + " seeds",
                        channel.size() + " bytes",
                        channel.size() < expected ? "truncated, or compressed" : "not a file of the VU database");
            }
            this.bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, expected, arena);
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /** The bytes of some boards, the highest rank first, and the index of the first byte. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Part(long first, byte[] scores) {}

    /** Returns the bytes of the stored boards with ranks from {@code from}, included, to {@code to}, excluded. */
    Part part(long from, long to) {
        long first = VuIndex.size(seeds) - VuIndex.storedBelow(seeds, to);
        byte[] scores = new byte[(int) (VuIndex.size(seeds) - VuIndex.storedBelow(seeds, from) - first)];
        MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, first, scores, 0, scores.length);
        return new Part(first, scores);
    }

    /**
     * Checks a byte.
     *
     * @throws DamagedFileException when the byte is neither a possible score for the number of seeds nor {@link #NOT_AVAILABLE}
     */
    void check(long index, byte score) {
        if (Math.abs(score) > seeds && score != NOT_AVAILABLE) {
            throw new DamagedFileException(
                    path.toString(),
                    index,
                    "a score from " + -seeds + " to " + seeds,
                    Byte.toString(score),
                    "damaged, or not a file of the VU database");
        }
    }

    /**
     * Returns the exception for a page that the operating system could not deliver. The JVM reports that as an
     * {@link InternalError}.
     */
    ReadFaultException fault(InternalError error) {
        return ReadFaultException.ofPage(path.toString(), -1, "a file of " + bytes.byteSize() + " bytes", error);
    }

    /** Unmaps the file. No thread may read it any more. */
    @Override
    public void close() {
        arena.close();
    }
}
