package granary.format;

import granary.storage.Storage;
import granary.storage.Wanted;
import java.util.Objects;

/** The scores of one layer, decoded from its file on each call. Any number of threads may use it. */
public final class ScoreTable {
    private final Storage storage;
    private final long positions;
    private final int minimum;
    private final Codec codec;
    /** Null when blocks are not checked. */
    private final BlockChecksums checksums;

    /**
     * Makes the table of a file whose header was read.
     *
     * @param checksums compares a block with its checksum before the first use; null to check none
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
     * Returns the score at an offset. Costs one load from the file and six multiplications; allocates nothing once the block is
     * checked.
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
     * Adds the bytes that {@link #score} reads to those that are wanted.
     *
     * @param offset 0 .. positions - 1
     * @throws IndexOutOfBoundsException when the offset is out of range
     */
    public void want(long offset, Wanted wanted) {
        long start = codec.start(codec.group(Objects.checkIndex(offset, positions)));
        wanted.add(storage, LayerHeader.LENGTH + start, Long.BYTES);
    }

    /**
     * Compares the checksums of the blocks that hold some scores, unless they are checked already or this table checks none. For
     * callers that decode the file themselves.
     *
     * @param offset offset of the first score, 0 .. positions - count
     * @param count the number of scores
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
     * Copies consecutive scores.
     *
     * @param offset offset of the first score, 0 .. positions - count
     * @param count the number of scores
     * @param target receives the scores
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
     * Looks up many positions, with overlapping cache misses. Allocates nothing. {@code granary.database.Batch} does the same for
     * boards, and keeps the working memory.
     *
     * @param offsets the positions' offsets, each 0 .. positions - 1, in any order
     * @param from index of the first offset
     * @param count the number of positions; 32 to 128 are best
     * @param addresses working memory of {@code count} longs
     * @param numbers working memory of {@code count} longs
     * @param target receives the scores
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
