package granary.builder.testing.disk;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A file or directory of a {@link FaultyDisk}, whatever its name is. The disk synchronizes. */
final class DiskNode {
    private static final int FIRST = 512;

    final boolean isDirectory;
    /** The bytes, and room for more. Programs that have the file mapped share them. */
    private MemorySegment bytes = MemorySegment.ofArray(new byte[0]);

    private long length;
    private boolean isMapped;
    /** The content at the last look. */
    private byte[] content;
    /** True if the content may have changed since: it was written, or a program has it mapped for writing. */
    private boolean mayDiffer = true;

    private boolean isMappedForWriting;
    /** The content that is certainly on the disk, or null. */
    private byte[] forced;

    long modified;

    DiskNode(boolean isDirectory) {
        this.isDirectory = isDirectory;
    }

    static DiskNode of(byte[] content) {
        DiskNode node = new DiskNode(content == null);
        if (content != null) {
            node.bytes = MemorySegment.ofArray(content.clone());
            node.length = content.length;
            node.force();
        }
        return node;
    }

    long length() {
        return length;
    }

    /** Returns the content, the same array as long as it is the same. Nobody may change it. */
    byte[] content() {
        if (mayDiffer) {
            MemorySegment now = bytes.asSlice(0, length);
            if (content == null || now.mismatch(MemorySegment.ofArray(content)) >= 0) {
                content = now.toArray(ValueLayout.JAVA_BYTE);
            }
            mayDiffer = isMappedForWriting;
        }
        return content;
    }

    /** Has the disk hold what it is given. */
    void force() {
        forced = isDirectory ? null : content();
    }

    /** Returns the number of bytes read, -1 at the end. */
    int read(ByteBuffer to, long at, int most) {
        if (at >= length) {
            return -1;
        }
        int count = (int) Math.min(Math.min(to.remaining(), most), length - at);
        MemorySegment.copy(bytes, at, MemorySegment.ofBuffer(to), 0, count);
        to.position(to.position() + count);
        return count;
    }

    int write(ByteBuffer from, long at, int most) {
        int count = Math.min(from.remaining(), most);
        reserve(at + count);
        mayDiffer = true;
        MemorySegment.copy(MemorySegment.ofBuffer(from), 0, bytes, at, count);
        from.position(from.position() + count);
        length = Math.max(length, at + count);
        return count;
    }

    private void reserve(long size) {
        if (size > bytes.byteSize()) {
            if (isMapped) {
                throw new AssertionError("a mapped file grows");
            }
            byte[] more = new byte[Math.toIntExact(Math.max(Math.max(FIRST, size), 2 * bytes.byteSize()))];
            MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, 0, more, 0, (int) length);
            bytes = MemorySegment.ofArray(more);
        }
    }

    void truncate(long size) {
        if (size < length) {
            bytes.asSlice(size, length - size).fill((byte) 0);
            length = size;
            mayDiffer = true;
        }
    }

    /** Returns memory that is the content. */
    MemorySegment map(long at, long size, boolean isWritten) {
        if (isWritten) {
            reserve(at + size);
            length = Math.max(length, at + size);
            isMappedForWriting = true;
            mayDiffer = true;
        }
        if (!isMapped) {
            MemorySegment mapped = Arena.ofAuto().allocate(Math.max(1, length), 64);
            MemorySegment.copy(bytes, 0, mapped, 0, length);
            bytes = mapped;
            isMapped = true;
        }
        return bytes.asSlice(at, size);
    }

    /** Returns a content that the disk may hold after it lost power. */
    byte[] found(java.util.random.RandomGenerator random) {
        byte[] now = content();
        if (Arrays.equals(forced, now)) {
            return now;
        }
        byte[] old = forced == null ? new byte[now.length] : forced;
        return switch (random.nextInt(4)) {
            case 0 -> forced == null ? new byte[0] : old;
            case 1 -> forced == null ? Arrays.copyOf(now, now.length / 2) : old;
            case 2 -> mixture(old, now, random);
            default -> now;
        };
    }

    private static byte[] mixture(byte[] old, byte[] now, java.util.random.RandomGenerator random) {
        byte[] mixture = Arrays.copyOf(now, random.nextBoolean() ? now.length : old.length);
        for (int at = 0; at < Math.min(old.length, mixture.length); at += FaultyDisk.BLOCK) {
            if (random.nextBoolean()) {
                System.arraycopy(
                        old, at, mixture, at, Math.min(FaultyDisk.BLOCK, Math.min(old.length, mixture.length) - at));
            }
        }
        return mixture;
    }
}
