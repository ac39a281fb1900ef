package granary.format;

import granary.storage.Prefetch;
import granary.storage.Storage;
import java.util.Objects;

/** The packed values of one layer, decoded from its file on each call. Any number of threads may use it. */
public final class PackedTable extends LayerTable {
    private final Storage storage;
    private final long positions;
    private final int minimum;
    private final int radix;
    private final Codec codec;
    /** Null when chunks are not checked. */
    private final ChunkChecksums checksums;

    /**
     * Makes the table of a file whose header was read.
     *
     * @param checksums compares a chunk with its checksum before the first use; null to check none
     */
    public PackedTable(Storage storage, LayerHeader header, ChunkChecksums checksums) {
        this.storage = storage;
        this.checksums = checksums;
        this.positions = header.positions();
        this.minimum = header.minimum();
        this.radix = header.packing().radix();
        this.codec = new Codec(header.packing());
    }

    @Override
    public long positions() {
        return positions;
    }

    @Override
    public int maximum() {
        return minimum + radix - 1;
    }

    @Override
    public int value(long rank) {
        Objects.checkIndex(rank, positions);
        long group = codec.group(rank);
        long start = codec.start(group);
        if (checksums != null) {
            checksums.checkBytes(start, codec.last(group));
        }
        long word = storage.getLong(LayerHeader.LENGTH + start);
        return minimum + codec.unpack(word, group, codec.digit(rank, group));
    }

    @Override
    public void prefetch(long rank, Prefetch prefetch) {
        long start = codec.start(codec.group(Objects.checkIndex(rank, positions)));
        prefetch.add(storage, LayerHeader.LENGTH + start, Long.BYTES);
    }

    @Override
    public void check(long rank, long count) {
        Objects.checkFromIndexSize(rank, count, positions);
        if (checksums != null && count > 0) {
            checksums.checkBytes(codec.start(codec.group(rank)), codec.last(codec.group(rank + count - 1)));
        }
    }

    @Override
    public void values(long rank, int count, int[] target, int at) {
        Objects.checkFromIndexSize(at, count, target.length);
        check(rank, count);
        long end = rank + count;
        long next = rank;
        int to = at;
        while (next < end) {
            long group = codec.group(next);
            long word = storage.getLong(LayerHeader.LENGTH + codec.start(group));
            int digit = codec.digit(next, group);
            int stop = (int) Math.min(codec.digits(), end - next + digit);
            next += stop - digit;
            while (digit < stop) {
                target[to++] = minimum + codec.unpack(word, group, digit++);
            }
        }
    }

    @Override
    public void values(long[] ranks, int from, int count, long[] addresses, long[] numbers, int[] target, int at) {
        for (int i = 0; i < count; i++) {
            long group = codec.group(Objects.checkIndex(ranks[from + i], positions));
            long start = codec.start(group);
            if (checksums != null) {
                checksums.checkBytes(start, codec.last(group));
            }
            addresses[i] = LayerHeader.LENGTH + start;
        }
        storage.getLongs(addresses, numbers, count);
        for (int i = 0; i < count; i++) {
            long rank = ranks[from + i];
            long group = codec.group(rank);
            target[at + i] = minimum + codec.unpack(numbers[i], group, codec.digit(rank, group));
        }
    }
}
