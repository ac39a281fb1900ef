package granary.rehearsal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import granary.plain.Header;
import granary.plain.Packing;
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
 * the others are zeros. Any number of threads may fill it.
 */
public final class SyntheticFile implements AutoCloseable {
    /** A file that is no longer is written whole: readers copy short files when they open them. */
    private static final long SHORT = 1 << 17;

    private static final ValueLayout.OfInt CHECKSUM = JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    public final Header header;
    private final SparseFile file;
    private final long seed;
    private final Packing packing;
    private final int digits;
    private final int bits;
    private final int radix;
    private final long positions;
    private final long groups;
    private final long dataLength;
    /** True if groups were written since the last clearing, which takes long in a long file. */
    private volatile boolean isFilled;
    /** Values of single positions instead of the synthetic ones. */
    private final Map<Long, Integer> others = new ConcurrentHashMap<>();

    private final Map<Long, Boolean> wholeChunks = new ConcurrentHashMap<>();

    public SyntheticFile(Path path, Header header, long seed) throws IOException {
        this.header = header;
        this.seed = seed;
        packing = header.packing();
        digits = packing.digits();
        bits = packing.bits();
        radix = packing.radix();
        positions = header.positions();
        groups = packing.groups(positions);
        dataLength = header.dataLength();
        file = new SparseFile(path, header.fileLength());
        writeHeader();
    }

    private void writeHeader() {
        MemorySegment.copy(header.bytes(), 0, file.segment(), JAVA_BYTE, 0, Header.LENGTH);
        if (dataLength <= SHORT) {
            for (long chunk = 0; chunk * Header.CHUNK < dataLength; chunk++) {
                fillChunk(chunk);
            }
        }
    }

    public long length() {
        return file.segment().byteSize();
    }

    /** Returns the synthetic value of a position. */
    public int value(long rank) {
        Integer other = others.isEmpty() ? null : others.get(rank);
        return other == null ? header.minimum() + digit(rank) : other;
    }

    private int digit(long rank) {
        long rest = number(rank / digits);
        for (long i = rank % digits; i > 0; i--) {
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
                Synthetic.hash(seed, header.quantity() == Header.SCORES ? header.layer() : 100 + header.layer(), group),
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
    public void set(long rank, int value) {
        isFilled = true;
        others.put(rank, value);
    }

    /** Writes the groups of some positions, and those that share bytes with them. */
    public void fill(long first, long count) {
        write(first / digits, (first + count - 1) / digits + 1);
    }

    private void write(long from, long to) {
        isFilled = true;
        int together = 8; // as many as end with a byte
        for (long group = from / together * together; group < to; group += together) {
            long[] numbers = new long[together];
            for (int i = 0; i < together && group + i < groups; i++) {
                numbers[i] = stored(group + i);
            }
            byte[] bytes = packing.packGroups(numbers);
            long at = group * bits / 8;
            int count = (int) Math.min(bytes.length, dataLength - at);
            MemorySegment.copy(bytes, 0, file.segment(), JAVA_BYTE, Header.LENGTH + at, count);
        }
    }

    /** Writes all groups of the chunks that hold a position's group, and their checksums. */
    public void fillChunks(long rank) {
        long bit = rank / digits * bits;
        long last = (bit + bits - 1) / 8 / Header.CHUNK;
        for (long chunk = bit / 8 / Header.CHUNK; chunk <= last; chunk++) {
            wholeChunks.computeIfAbsent(chunk, this::fillChunk);
        }
    }

    /** Returns true. */
    private boolean fillChunk(long chunk) {
        long from = chunk * Header.CHUNK;
        long to = Math.min(dataLength, from + Header.CHUNK);
        write(from * 8 / bits, Math.min(groups, (to * 8 - 1) / bits + 1));
        CRC32C crc = new CRC32C();
        crc.update(file.segment().asSlice(Header.LENGTH + from, to - from).asByteBuffer());
        file.segment().set(CHECKSUM, Header.LENGTH + dataLength + 4 * chunk, (int) crc.getValue());
        return true;
    }

    /** Forgets all that was filled and set. */
    public void clear() throws IOException {
        if (isFilled) {
            others.clear();
            wholeChunks.clear();
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
