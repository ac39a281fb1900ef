package granary.builder.testing.disk;

import granary.builder.testing.disk.DiskProcess.Extent;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Collection;
import java.util.function.Consumer;

/** An open file of a {@link FaultyDisk}. */
final class DiskChannel extends FileChannel {
    final DiskProcess process;
    private final String name;
    private final DiskNode node;
    private final boolean writes;
    private final boolean appends;
    private long position;

    DiskChannel(DiskPath path, DiskNode node, boolean writes, boolean appends) {
        this.process = path.process();
        this.name = path.key();
        this.node = node;
        this.writes = writes;
        this.appends = appends;
    }

    private Extent call(String what) throws IOException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
        return process.call(what, name);
    }

    private int most(Extent extent) {
        return extent == Extent.PART ? 1 : Integer.MAX_VALUE;
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        int count = read(to, position);
        position += Math.max(0, count);
        return count;
    }

    @Override
    public int read(ByteBuffer to, long at) throws IOException {
        Extent extent = call("read");
        synchronized (process.disk) {
            return node.read(to, at, most(extent));
        }
    }

    @Override
    public long read(ByteBuffer[] to, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        if (appends) {
            position = node.length();
        }
        int count = write(from, position);
        position += count;
        return count;
    }

    @Override
    public int write(ByteBuffer from, long at) throws IOException {
        if (!writes) {
            throw new NonWritableChannelException();
        }
        Extent extent = call("write");
        int count;
        synchronized (process.disk) {
            if (process.disk.isFull() && at + from.remaining() > node.length()) {
                throw new IOException("No space left on device");
            }
            count = node.write(from, at, most(extent));
            process.disk.touch(node);
        }
        if (process.isStopped()) {
            throw new ProcessStopped();
        }
        return count;
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int length) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public FileChannel position(long to) {
        position = to;
        return this;
    }

    @Override
    public long size() throws IOException {
        call("size");
        return node.length();
    }

    @Override
    public FileChannel truncate(long size) throws IOException {
        call("truncate");
        synchronized (process.disk) {
            node.truncate(size);
        }
        position = Math.min(position, size);
        return this;
    }

    @Override
    public void force(boolean withAttributes) throws IOException {
        call("force");
        process.disk.force(node);
    }

    @Override
    public long transferTo(long at, long count, WritableByteChannel target) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long at, long count) {
        throw new UnsupportedOperationException();
    }

    /** {@inheritDoc} The memory is the file's own, so that what is written to it is lost with what was not forced. */
    @Override
    @SuppressWarnings("restricted")
    public MemorySegment map(MapMode mode, long at, long size, Arena arena) throws IOException {
        call("map");
        synchronized (process.disk) {
            boolean isWritten = mode.equals(MapMode.READ_WRITE);
            MemorySegment mapped = node.map(at, size, isWritten);
            MemorySegment own = MemorySegment.ofAddress(mapped.address()).reinterpret(size, arena, new Kept(mapped));
            return isWritten ? own : own.asReadOnly();
        }
    }

    /** Keeps memory from being freed as long as it is mapped: the arena holds what is to be done when it is closed. */
    private record Kept(MemorySegment mapped) implements Consumer<MemorySegment> {
        @Override
        public void accept(MemorySegment closed) {}
    }

    /** {@inheritDoc} Only marks of builders are mapped in this way. They are not kept: nobody may rely on them. */
    @Override
    public MappedByteBuffer map(MapMode mode, long at, long size) throws IOException {
        call("map");
        synchronized (process.disk) {
            if (mode.equals(MapMode.READ_WRITE) && node.length() < at + size) {
                if (process.disk.isFull()) {
                    throw new IOException("No space left on device");
                }
                node.write(
                        ByteBuffer.allocate(Math.toIntExact(at + size - node.length())),
                        node.length(),
                        Integer.MAX_VALUE);
            }
            MappedByteBuffer buffer = (MappedByteBuffer) ByteBuffer.allocateDirect(Math.toIntExact(size));
            node.read(buffer, at, Integer.MAX_VALUE);
            return buffer.clear();
        }
    }

    @Override
    public FileLock lock(long at, long size, boolean isShared) throws IOException {
        FileLock lock = tryLock(at, size, isShared);
        if (lock == null) {
            throw new AssertionError("nobody will give the lock of " + name + " back");
        }
        return lock;
    }

    @Override
    public FileLock tryLock(long at, long size, boolean isShared) throws IOException {
        call("lock");
        synchronized (process.disk) {
            Collection<DiskProcess> holders = process.disk.holders(node, at, size, isShared);
            if (holders.contains(process)) {
                throw new OverlappingFileLockException();
            }
            if (!holders.isEmpty()) {
                return null;
            }
            FileLock lock = new FileLock(this, at, size, isShared) {
                private boolean isReleased;

                @Override
                public boolean isValid() {
                    return !isReleased && DiskChannel.this.isOpen();
                }

                @Override
                public void release() {
                    isReleased = true;
                    process.disk.unlock(this);
                }
            };
            process.disk.lock(node, lock);
            return lock;
        }
    }

    @Override
    protected void implCloseChannel() {
        process.disk.unlockAll(this);
    }
}
