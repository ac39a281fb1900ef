package granary.format;

import granary.storage.Storage;
import java.util.Objects;

/** The scores of one layer, decoded from its file as they are asked for. Any number of threads may use it. */
public final class ScoreTable {
    private final Storage storage;
    private final long positions;
    private final int minimum;
    private final Codec codec;
    /** Null when blocks are believed unseen. */
    private final BlockChecksums checksums;

    /**
     * Makes the table of a file whose header was read.
     *
     * @param checksums those of the blocks, compared before a block is used for the first time; null to believe all of them
     */
    public ScoreTable(Storage storage, LayerHeader header, BlockChecksums checksums) {
        this.storage = storage;
        this.checksums = checksums;
        this.positions = header.positions();
        this.minimum = header.minimum();
        this.codec = new Codec(header.packing());
    }

    /** Returns the number of positions. */
    public long positions() {
        return positions;
    }

    /**
     * Returns the score at an offset. One load from the file and six multiplications; allocates nothing
     * once its block was checked.
     *
     * @param offset 0 .. positions - 1
     * @throws IndexOutOfBoundsException when the offset is out of range
     * @throws granary.error.ChecksumException when the block is used for the first time and is damaged
     * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
     */
    public int score(long offset) {
        Objects.checkIndex(offset, positions);
        long group = codec.group(offset);
        long start = codec.start(group);
        if (checksums != null) {
            checksums.checkBytes(start, codec.last(group));
        }
        long word = storage.getLong(LayerHeader.LENGTH + start);
        return minimum + codec.unpack(word, group, codec.digit(offset, group));
    }

    /**
     * Compares the checksums of the blocks that hold some scores, unless that was done before or is not wanted: for those
     * who read the file in a way of their own.
     *
     * @param offset offset of the first, 0 .. positions - count
     * @param count how many
     * @throws IndexOutOfBoundsException when the range is out of bounds
     * @throws granary.error.ChecksumException when a checksum does not hold
     * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
     */
    public void check(long offset, long count) {
        Objects.checkFromIndexSize(offset, count, positions);
        if (checksums != null && count > 0) {
            checksums.checkBytes(codec.start(codec.group(offset)), codec.last(codec.group(offset + count - 1)));
        }
    }

    /**
     * Copies scores out, for those who go through a layer in order.
     *
     * @param offset offset of the first, 0 .. positions - count
     * @param count how many
     * @param target where they go
     * @param at index of the first in the target
     * @throws IndexOutOfBoundsException when a range is out of bounds
     * @throws granary.error.ChecksumException when a block is used for the first time and is damaged
     * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
     */
    public void scores(long offset, int count, int[] target, int at) {
        Objects.checkFromIndexSize(at, count, target.length);
        check(offset, count);
        long end = offset + count;
        long next = offset;
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

    /**
     * Looks many positions up, so that the processor waits for many of them at once. Allocates nothing. For boards, or
     * to have the working memory kept, see {@code granary.database.Batch}.
     *
     * @param offsets the positions' offsets, each 0 .. positions - 1, in any order
     * @param from index of the first offset
     * @param count how many; 32 to 128 are best
     * @param addresses working memory of {@code count} longs
     * @param numbers working memory of {@code count} longs
     * @param target where the scores go
     * @param at index of the first in the target
     * @throws IndexOutOfBoundsException when an offset or a range is out of bounds
     * @throws granary.error.ChecksumException when a block is used for the first time and is damaged
     * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
     */
    public void scores(long[] offsets, int from, int count, long[] addresses, long[] numbers, int[] target, int at) {
        for (int i = 0; i < count; i++) {
            long group = codec.group(Objects.checkIndex(offsets[from + i], positions));
            long start = codec.start(group);
            if (checksums != null) {
                checksums.checkBytes(start, codec.last(group));
            }
            addresses[i] = LayerHeader.LENGTH + start;
        }
        storage.getLongs(addresses, numbers, count);
        for (int i = 0; i < count; i++) {
            long offset = offsets[from + i];
            long group = codec.group(offset);
            target[at + i] = minimum + codec.unpack(numbers[i], group, codec.digit(offset, group));
        }
    }
}
