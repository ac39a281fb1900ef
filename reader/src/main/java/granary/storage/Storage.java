package granary.storage;

import granary.error.DatabaseException;
import granary.error.ReadFaultException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The bytes of one file, read-only, little-endian: the interface between the format and the ways to access a file.
 * Implementations are safe for use by any number of threads. Reading throws {@link ReadFaultException} when the bytes cannot be delivered,
 * and {@link IllegalStateException} when the storage is closed and can tell.
 */
public interface Storage extends AutoCloseable {
    /** Returns the number of bytes the file had when it was opened. */
    long length();

    /**
     * Returns the 8 bytes at an offset as a little-endian number. Allocates nothing, except that some storages allocate a few bytes
     * at a thread's first call.
     *
     * @param offset 0 .. length - 8
     * @throws IndexOutOfBoundsException when the offset is out of range
     */
    long getLong(long offset);

    /**
     * Returns the 8 bytes at each of many offsets: as {@link #getLong}, but with overlapping cache misses. Allocates nothing.
     *
     * @param offsets the offsets, each 0 .. length - 8
     * @param values receives the numbers, from index 0 on; may not be {@code offsets}
     * @param count how many
     * @throws IndexOutOfBoundsException when an offset is out of range or an array too short
     */
    default void getLongs(long[] offsets, long[] values, int count) {
        for (int i = 0; i < count; i++) {
            values[i] = getLong(offsets[i]);
        }
    }

    /**
     * Copies bytes of the file.
     *
     * @param offset 0 .. length - count
     * @param target receives the bytes
     * @param at index of the first byte in the target
     * @param count how many
     * @throws IndexOutOfBoundsException when a range is out of bounds
     */
    void read(long offset, byte[] target, int at, int count);

    /** Returns whether the bytes come from a server, so that it pays to say in advance which are needed together: see {@link Prefetch}. */
    default boolean fetches() {
        return false;
    }

    /** Returns whether some bytes are not in memory, so that reading them would wait. Allocates nothing. */
    default boolean lacks(long offset, long length) {
        return false;
    }

    /**
     * Begins to fetch bytes that are needed together, and keeps them for later reads. Does nothing unless {@link #fetches}.
     *
     * @param ranges bytes within the file, in any order
     * @return completes when all have arrived, exceptionally when some cannot be read
     */
    default CompletableFuture<?> fetch(List<Prefetch.Range> ranges) {
        return CompletableFuture.completedFuture(null);
    }

    /**
     * Forgets bytes that turned out to be damaged, so that they are fetched again, past all caches.
     *
     * @return whether another reading may find other bytes
     */
    default boolean renew(long offset, long length) {
        return false;
    }

    /**
     * Parses some bytes of the file. If they cannot be parsed and {@link #renew} helps, reads and parses them again.
     *
     * @param parser throws a {@link DatabaseException} when the bytes are damaged
     */
    default <T> T parse(long offset, int count, Function<byte[], T> parser) {
        byte[] bytes = new byte[count];
        read(offset, bytes, 0, count);
        try {
            return parser.apply(bytes);
        } catch (DatabaseException e) {
            if (!renew(offset, count)) {
                throw e;
            }
        }
        read(offset, bytes, 0, count);
        return parser.apply(bytes);
    }

    /**
     * Returns a storage of the same file that compares each section with its checksum whenever it fetches it, and refuses a section that
     * differs. Returns null if sections are not fetched repeatedly, so that a caller needs to check each only once. Closing it closes
     * this one.
     *
     * @param sections the file's sections, which read the checksums from this storage
     */
    default Storage checking(CheckedSections sections) {
        return null;
    }

    /**
     * Releases what the operating system holds for this storage, as far as that is safe while other threads read. A read in
     * progress completes or throws IllegalStateException. A second call does nothing.
     */
    @Override
    default void close() {}
}
