package granary.storage;

import granary.error.DatabaseException;
import granary.error.ReadFaultException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Byte ranges of one or more files, to be fetched in one round trip. Not thread-safe. */
public final class Prefetch {
    /**
     * Consecutive bytes of a file.
     *
     * @param offset of the first
     * @param length their number
     */
    public record Range(long offset, long length) {}

    private final Map<Storage, List<Range>> ranges = new LinkedHashMap<>();
    /** True if bytes were queued that determine which others are needed. */
    private boolean isFirst;

    private boolean isRepeated;

    /** Creates an empty queue. */
    public Prefetch() {}

    /** Queues a byte range unless it is in memory. Returns whether it was queued. */
    public boolean add(Storage storage, long offset, long length) {
        if (!storage.lacks(offset, length)) {
            return false;
        }
        ranges.computeIfAbsent(storage, key -> new ArrayList<>()).add(new Range(offset, length));
        return true;
    }

    /** As {@link #add}, for bytes that determine which others are needed; those are queued in a second round. */
    public boolean addFirst(Storage storage, long offset, long length) {
        boolean isAdded = add(storage, offset, length);
        isFirst |= isAdded;
        return isAdded;
    }

    /**
     * Fetches the queued ranges, all at once, and waits for them.
     *
     * @return whether to queue everything once more, because some of it determines the rest; at most once
     * @throws DatabaseException when a range cannot be read or is damaged
     */
    public boolean fetch() {
        CompletableFuture<?> fetched = CompletableFuture.completedFuture(null);
        for (Map.Entry<Storage, List<Range>> queued : ranges.entrySet()) {
            fetched = CompletableFuture.allOf(fetched, queued.getKey().fetch(queued.getValue()));
        }
        await(fetched);
        ranges.clear();
        isRepeated = isFirst && !isRepeated;
        isFirst = false;
        return isRepeated;
    }

    /**
     * Waits for something that is fetched.
     *
     * @throws ReadFaultException or another exception with which the fetching failed
     * @throws CancellationException when the thread is interrupted before; it stays interrupted
     */
    public static <T> T await(CompletableFuture<T> fetched) {
        try {
            return fetched.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while it waited for a server");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
