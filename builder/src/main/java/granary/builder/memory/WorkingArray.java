package granary.builder.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/**
 * An array of bytes in working memory: contiguous in main memory, or in the pages that a {@link BufferPool} holds. This class finds
 * pages by a table of its own. The processor's page table would cost a fault whenever a page comes, and an interruption of all
 * processors whenever one goes; and with a table of its own the memory can consist of huge pages. Any number of threads may use an
 * array.
 */
public final class WorkingArray {
    /** Holds the bytes, at the offsets that {@link #at} returns. */
    public final MemorySegment memory;

    /** For each page of a pool its frame in the memory minus its own number; null when the memory is the array. */
    private final int[] moves;
    /** The bits of a place within its page. */
    private final int shift;
    /** The place in the pool where this array begins. */
    private final long start;

    /** Makes an array that is all in main memory. */
    public WorkingArray(MemorySegment memory) {
        this(memory, null, 0, 0);
    }

    /**
     * Makes an array some of whose pages are in memory.
     *
     * @param memory frames of the pages
     * @param moves for each page the number of its frame minus its own number
     * @param shift the bits of a place within its page: pages are 1 &lt;&lt; shift bytes long
     * @param start place of the array's first byte, counted from the first page
     */
    public WorkingArray(MemorySegment memory, int[] moves, int shift, long start) {
        this.memory = memory;
        this.moves = moves;
        this.shift = shift;
        this.start = start;
    }

    /** Returns whether the memory holds some pages of the array, in any order, instead of the whole array. */
    public boolean isPaged() {
        return moves != null;
    }

    /** Returns the offset of a byte in the memory. The bytes behind it follow, up to the end of its page. */
    public long at(long place) {
        return moves == null ? place : inPages(place);
    }

    /** Returns the same as {@link #at}, for an array that {@link #isPaged}. */
    public long inPages(long place) {
        long inPool = start + place;
        return inPool + ((long) moves[(int) (inPool >>> shift)] << shift);
    }

    /** Returns a byte. */
    public byte get(long place) {
        return memory.get(JAVA_BYTE, at(place));
    }

    /** Sets a byte. */
    public void set(long place, byte value) {
        memory.set(JAVA_BYTE, at(place), value);
    }

    /** Copies bytes out of the array. */
    public void read(long place, byte[] to, int index, int length) {
        forEachRun(
                place,
                length,
                (at, from, bytes) -> MemorySegment.copy(memory, JAVA_BYTE, at, to, index + (int) from, (int) bytes));
    }

    /** Copies bytes into the array. */
    public void write(byte[] from, int index, int length, long place) {
        forEachRun(
                place,
                length,
                (at, done, bytes) -> MemorySegment.copy(from, index + (int) done, memory, JAVA_BYTE, at, (int) bytes));
    }

    /** Sets a number of bytes to a value. */
    public void fill(long place, long length, byte value) {
        forEachRun(place, length, (at, done, bytes) -> memory.asSlice(at, bytes).fill(value));
    }

    private interface Run {
        /** Processes {@code bytes} at offset {@code at} of the memory; {@code done} bytes were processed before. */
        void take(long at, long done, long bytes);
    }

    private void forEachRun(long place, long length, Run run) {
        if (moves == null) {
            run.take(place, 0, length);
            return;
        }
        long mask = (1L << shift) - 1;
        for (long done = 0; done < length; ) {
            long toEnd = mask + 1 - (start + place + done & mask);
            long bytes = Math.min(toEnd, length - done);
            run.take(inPages(place + done), done, bytes);
            done += bytes;
        }
    }
}
