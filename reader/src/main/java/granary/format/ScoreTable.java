package granary.format;

import granary.storage.Storage;
import java.util.Objects;

/** The scores of one layer, decoded from its file as they are asked for. Any number of threads may use it. */
public final class ScoreTable {
    private final Storage storage;
    private final long positions;
    private final long dataOffset;
    private final int minimum;
    private final int radix;
    private final int digits;
    private final int bytes;
    private final long mask;

    // The reciprocals of radix^0 to radix^digits; and those of digits and radix.
    private final long[] powerMultiplier;
    private final int[] powerShift;
    private final long digitsMultiplier;
    private final int digitsShift;
    private final long radixMultiplier;
    private final int radixShift;

    /** Makes the table of a file whose header was read. */
    public ScoreTable(Storage storage, LayerHeader header) {
        Section section = header.scores();
        Packing packing = section.packing();
        this.storage = storage;
        this.positions = header.positions();
        this.dataOffset = section.dataOffset();
        this.minimum = section.minimum();
        this.radix = packing.radix();
        this.digits = packing.digits();
        this.bytes = packing.bytes();
        this.mask = (1L << 8 * bytes) - 1;
        this.powerMultiplier = new long[digits + 1];
        this.powerShift = new int[digits + 1];
        long power = 1;
        for (int digit = 0; digit <= digits; digit++) {
            powerMultiplier[digit] = Reciprocal.multiplier(power);
            powerShift[digit] = Reciprocal.shift(power);
            power *= radix;
        }
        this.digitsMultiplier = Reciprocal.multiplier(digits);
        this.digitsShift = Reciprocal.shift(digits);
        this.radixMultiplier = Reciprocal.multiplier(radix);
        this.radixShift = Reciprocal.shift(radix);
    }

    /** Returns the number of positions. */
    public long positions() {
        return positions;
    }

    /**
     * Returns the score at an offset. One load from the file and six multiplications; allocates nothing.
     *
     * @param offset 0 .. positions - 1
     * @throws IndexOutOfBoundsException when the offset is out of range
     * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
     */
    public int score(long offset) {
        Objects.checkIndex(offset, positions);
        long group = Reciprocal.divide(offset, digitsMultiplier, digitsShift);
        int digit = (int) (offset - group * digits);
        return decode(storage.getLong(dataOffset + group * bytes), digit);
    }

    /**
     * Copies scores out, for those who go through a layer in order.
     *
     * @param offset offset of the first, 0 .. positions - count
     * @param count how many
     * @param target where they go
     * @param at index of the first in the target
     * @throws IndexOutOfBoundsException when a range is out of bounds
     * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
     */
    public void scores(long offset, int count, int[] target, int at) {
        Objects.checkFromIndexSize(offset, count, positions);
        Objects.checkFromIndexSize(at, count, target.length);
        long group = offset / digits;
        int skip = (int) (offset - group * digits);
        int done = 0;
        while (done < count) {
            long number = storage.getLong(dataOffset + group * bytes) & mask;
            int last = Math.min(digits, skip + count - done);
            for (int digit = 0; digit < last; digit++) {
                long rest = Reciprocal.divide(number, radixMultiplier, radixShift);
                if (digit >= skip) {
                    target[at + done++] = minimum + (int) (number - radix * rest);
                }
                number = rest;
            }
            skip = 0;
            group++;
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
     * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
     */
    public void scores(long[] offsets, int from, int count, long[] addresses, long[] numbers, int[] target, int at) {
        for (int i = 0; i < count; i++) {
            long offset = Objects.checkIndex(offsets[from + i], positions);
            addresses[i] = dataOffset + Reciprocal.divide(offset, digitsMultiplier, digitsShift) * bytes;
        }
        storage.getLongs(addresses, numbers, count);
        for (int i = 0; i < count; i++) {
            long offset = offsets[from + i];
            long group = Reciprocal.divide(offset, digitsMultiplier, digitsShift);
            target[at + i] = decode(numbers[i], (int) (offset - group * digits));
        }
    }

    /**
     * Returns the score that a digit of a group stands for: number / radix^digit modulo radix, as two divisions that do
     * not wait for each other.
     */
    private int decode(long number, int digit) {
        long group = number & mask;
        long high = Reciprocal.divide(group, powerMultiplier[digit], powerShift[digit]);
        long above = Reciprocal.divide(group, powerMultiplier[digit + 1], powerShift[digit + 1]);
        return minimum + (int) (high - radix * above);
    }
}
