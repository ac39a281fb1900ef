package granary.builder.rehearse;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.Packing;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32C;

/**
 * A layer's file in which every group holds a number made up from a hash of its own. Only groups that are asked for are written;
 * the others are zeros. Where bytes belong is counted here as {@code format-spec.md} says it. Any number of threads may fill it.
 */
final class MadeUpFile implements AutoCloseable {
    private static final int HEADER = 4096;
    private static final int BLOCK = 1 << 16;
    /** A file that is no longer is written whole: readers copy short files when they open them. */
    private static final long SHORT = 1 << 17;

    private static final ValueLayout.OfInt CHECKSUM = JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    final LayerHeader header;
    private final SparseFile file;
    private final long seed;
    private final int digits;
    private final int bits;
    private final int radix;
    private final long positions;
    private final long groups;
    private final long dataLength;
    /** Whether groups were written since the last clearing, which takes long in a long file. */
    private volatile boolean isFilled;
    /** Values of single positions instead of the made-up ones. */
    private final Map<Long, Integer> others = new ConcurrentHashMap<>();

    private final Map<Long, Boolean> wholeBlocks = new ConcurrentHashMap<>();

    MadeUpFile(Path path, LayerHeader header, long seed) throws IOException {
        this.header = header;
        this.seed = seed;
        Packing packing = header.packing();
        digits = packing.digits();
        bits = packing.bits();
        radix = packing.radix();
        positions = header.positions();
        groups = (positions - 1) / digits + 1;
        long groupBytes = (Math.multiplyExact(groups, (long) bits) + 7) / 8;
        dataLength = (groupBytes + 15) / 8 * 8; // 8 bytes can be read at the beginning of the last group
        long blocks = (dataLength - 1) / BLOCK + 1;
        file = new SparseFile(path, HEADER + dataLength + 4 * blocks);
        writeHeader();
    }

    private void writeHeader() {
        MemorySegment.copy(header.toBytes(), 0, file.segment(), JAVA_BYTE, 0, HEADER);
        if (dataLength <= SHORT) {
            for (long block = 0; block * BLOCK < dataLength; block++) {
                fillBlock(block);
            }
        }
    }

    /** Returns the file's length. */
    long length() {
        return file.segment().byteSize();
    }

    /** Returns the made-up value of a position. */
    int value(long offset) {
        Integer other = others.isEmpty() ? null : others.get(offset);
        return other == null ? header.minimum() + digit(offset) : other;
    }

    private int digit(long offset) {
        long rest = number(offset / digits);
        for (long i = offset % digits; i > 0; i--) {
            rest /= radix;
        }
        return (int) (rest % radix);
    }

    /** Returns a group's number; digits behind the last position are zeros. */
    private long number(long group) {
        long power = radix;
        for (long i = Math.min(digits, positions - group * digits); i > 1; i--) {
            power *= radix;
        }
        return Long.remainderUnsigned(
                MadeUp.hash(seed, header.kind() == FileKind.SCORES ? header.layer() : 100 + header.layer(), group),
                power);
    }

    private long stored(long group) {
        if (others.isEmpty()) {
            return number(group);
        }
        long number = 0;
        for (long at = Math.min(positions, (group + 1) * digits) - 1; at >= group * digits; at--) {
            number = number * radix + value(at) - header.minimum();
        }
        return number;
    }

    /** From now on gives a position a value, until what is filled is cleared. */
    void set(long offset, int value) {
        isFilled = true;
        others.put(offset, value);
    }

    /** Writes the groups of some positions. */
    void fill(long first, long count) {
        for (long group = first / digits; group <= (first + count - 1) / digits; group++) {
            write(group);
        }
    }

    private void write(long group) {
        isFilled = true;
        long bit = group * bits;
        long number = stored(group);
        if (bits % 8 == 0) {
            for (int i = 0; i < bits; i += 8) {
                file.segment().set(JAVA_BYTE, HEADER + bit / 8 + i / 8, (byte) (number >>> i));
            }
            return;
        }
        long mask = (1L << bits) - 1 << bit % 8;
        long shifted = number << bit % 8;
        synchronized (this) { // the first and the last byte are shared with neighbours
            for (int i = 0; i < 64 && mask >>> i != 0; i += 8) {
                long at = HEADER + bit / 8 + i / 8;
                int kept = file.segment().get(JAVA_BYTE, at) & (int) ~(mask >>> i);
                file.segment().set(JAVA_BYTE, at, (byte) (kept | shifted >>> i));
            }
        }
    }

    /** Writes all groups of the blocks that hold a position's group, and their checksums. */
    void fillBlocks(long offset) {
        long bit = offset / digits * bits;
        long last = (bit + bits - 1) / 8 / BLOCK;
        for (long block = bit / 8 / BLOCK; block <= last; block++) {
            wholeBlocks.computeIfAbsent(block, this::fillBlock);
        }
    }

    /** Returns true. */
    private boolean fillBlock(long block) {
        long from = block * BLOCK;
        long to = Math.min(dataLength, from + BLOCK);
        for (long group = from * 8 / bits; group < Math.min(groups, (to * 8 - 1) / bits + 1); group++) {
            write(group);
        }
        CRC32C crc = new CRC32C();
        crc.update(file.segment().asSlice(HEADER + from, to - from).asByteBuffer());
        file.segment().set(CHECKSUM, HEADER + dataLength + 4 * block, (int) crc.getValue());
        return true;
    }

    /** Forgets all that was filled and set. */
    void clear() throws IOException {
        if (isFilled) {
            others.clear();
            wholeBlocks.clear();
            file.clear();
            isFilled = false;
            writeHeader();
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
