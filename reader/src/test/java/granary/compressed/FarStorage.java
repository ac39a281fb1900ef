package granary.compressed;

import granary.storage.CheckedSections;
import granary.storage.Prefetch.Range;
import granary.storage.Storage;
import granary.testing.ArrayStorage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A file that is far away: nothing of it is at hand but what was fetched. It remembers what it was asked for. */
final class FarStorage implements Storage {
    final List<Range> read = new ArrayList<>();
    final List<Range> fetched = new ArrayList<>();
    final List<Range> renewed = new ArrayList<>();

    /** The bytes after a renewal. */
    Storage later;
    /** Checks arriving sections; may be null. */
    Storage checking;

    private Storage now;

    FarStorage(byte... file) {
        now = new ArrayStorage(file);
        later = now;
    }

    @Override
    public long length() {
        return now.length();
    }

    @Override
    public long getLong(long offset) {
        return now.getLong(offset);
    }

    @Override
    public void read(long offset, byte[] target, int at, int count) {
        read.add(new Range(offset, count));
        now.read(offset, target, at, count);
    }

    @Override
    public boolean lacks(long offset, long length) {
        return !fetched.contains(new Range(offset, length));
    }

    @Override
    public CompletableFuture<?> fetch(List<Range> ranges) {
        fetched.addAll(ranges);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public boolean renew(long offset, long length) {
        renewed.add(new Range(offset, length));
        now = later;
        return true;
    }

    @Override
    public Storage checking(CheckedSections sections) {
        return checking;
    }
}
