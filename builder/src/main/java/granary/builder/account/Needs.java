package granary.builder.account;

import granary.builder.memory.LayerNeed;

/**
 * The resources of an operation: the most at a time, and the bytes read and written in all.
 *
 * @param heap bytes of Java heap in use, garbage not counted
 * @param memory bytes of main memory beside the heap that the operation has of its own
 * @param mapped bytes of files that are mapped
 * @param mappings mappings of files
 * @param openFiles files of the database that are open, and connections
 * @param disk bytes of files that it leaves
 * @param scratch bytes of files that are there meanwhile
 * @param read bytes of files that it reads at the least
 * @param written bytes of files that it writes at the least
 */
public record Needs(
        long heap,
        long memory,
        long mapped,
        int mappings,
        int openFiles,
        long disk,
        long scratch,
        long read,
        long written) {
    /** Nothing. */
    public static final Needs NONE = of(0, 0);

    /** Returns the needs of what takes heap, and keeps files or connections open. */
    public static Needs of(long heap, int openFiles) {
        return new Needs(heap, 0, 0, 0, openFiles, 0, 0, 0, 0);
    }

    /** Returns the needs of a solver that works in main memory. */
    public static Needs of(LayerNeed need) {
        return new Needs(need.heap(), need.bytes(), 0, 0, 0, 0, 0, 0, 0);
    }

    /** Returns the needs of two operations at the same time in the same process. */
    public Needs and(Needs other) {
        return new Needs(
                heap + other.heap,
                memory + other.memory,
                mapped + other.mapped,
                mappings + other.mappings,
                openFiles + other.openFiles,
                disk + other.disk,
                scratch + other.scratch,
                read + other.read,
                written + other.written);
    }

    /** Returns the needs of an operation and then another in the same process. */
    public Needs then(Needs next) {
        return new Needs(
                Math.max(heap, next.heap),
                Math.max(memory, next.memory),
                Math.max(mapped, next.mapped),
                Math.max(mappings, next.mappings),
                Math.max(openFiles, next.openFiles),
                disk + next.disk,
                Math.max(scratch, next.scratch),
                read + next.read,
                written + next.written);
    }
}
