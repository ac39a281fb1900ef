package granary.builder.testing.disk;

import java.nio.file.FileStore;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileStoreAttributeView;

/** The space of a {@link FaultyDisk}. */
final class DiskStore extends FileStore {
    private static final long ROOM = 1L << 40;

    private final FaultyDisk disk;

    DiskStore(FaultyDisk disk) {
        this.disk = disk;
    }

    @Override
    public String name() {
        return "disk";
    }

    @Override
    public String type() {
        return "memory";
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public long getTotalSpace() {
        return ROOM;
    }

    @Override
    public long getUsableSpace() {
        return disk.saysFull() ? 0 : ROOM;
    }

    @Override
    public long getUnallocatedSpace() {
        return getUsableSpace();
    }

    @Override
    public boolean supportsFileAttributeView(Class<? extends FileAttributeView> type) {
        return false;
    }

    @Override
    public boolean supportsFileAttributeView(String name) {
        return false;
    }

    @Override
    public <V extends FileStoreAttributeView> V getFileStoreAttributeView(Class<V> type) {
        return null;
    }

    @Override
    public Object getAttribute(String attribute) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof DiskStore store && store.disk == disk;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(disk);
    }
}
