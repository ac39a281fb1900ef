package granary.builder.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/**
 * An array of bytes in working memory: all of it in main memory as it is, or page by page where a {@link FileWindow} has brought
 * them. Pages are found in a table of this class instead of the processor's, which would cost a fault whenever one comes, and an
 * interruption of all processors whenever one goes; and the memory can be huge pages. Any number of threads may use it.
 */
public final class WorkingArray {
    /** Where the bytes are, {@link #at} tells at which offset. */
    public final MemorySegment memory;

    /** For each page of a window how many pages further on in the memory it is now; null when the memory is the array. */
    private final int[] moves;
    /** The bits of a place within its page. */
    private final int shift;
    /** Where in the window this array begins. */
    private final long start;

    /** Makes an array that is all in main memory. */
    public WorkingArray(MemorySegment memory) {
        this(memory, null, 0, 0);
    }

    /**
     * Makes an array of which pages are in memory.
     *
     * @param memory where they are
     * @param moves for each page how many pages further on it is there than here
     * @param shift the bits of a place within its page: pages are 1 &lt;&lt; shift bytes long
     * @param start where in the first page, or further on, the array begins
     */
    public WorkingArray(MemorySegment memory, int[] moves, int shift, long start) {
        this.memory = memory;
        this.moves = moves;
        this.shift = shift;
        this.start = start;
    }

    /** Returns whether the memory has pages of the array, in any order, instead of all of it. */
    public boolean isPaged() {
        return moves != null;
    }

    /** Returns where in the memory a byte is, and those behind it up to the end of its page. */
    public long at(long place) {
        return moves == null ? place : inPages(place);
    }

    /** Returns the same as {@link #at}, for those who know that the array {@link #isPaged}. */
    public long inPages(long place) {
        long inWindow = start + place;
        return inWindow + ((long) moves[(int) (inWindow >>> shift)] << shift);
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

    /** Sets so many bytes to a value. */
    public void fill(long place, long length, byte value) {
        forEachRun(place, length, (at, done, bytes) -> memory.asSlice(at, bytes).fill(value));
    }

    /** Takes bytes that lie together in memory. */
    private interface Run {
        /** Takes so many, at an offset of the memory, after so many others. */
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
