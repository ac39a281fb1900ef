package granary.builder.resource;

import granary.builder.memory.LayerNeeds;

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
public record ResourceNeeds(
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
    public static final ResourceNeeds NONE = of(0, 0);

    /** Returns the needs of what takes heap, and keeps files or connections open. */
    public static ResourceNeeds of(long heap, int openFiles) {
        return new ResourceNeeds(heap, 0, 0, 0, openFiles, 0, 0, 0, 0);
    }

    /** Returns the needs of a solver that works in main memory. */
    public static ResourceNeeds of(LayerNeeds need) {
        return new ResourceNeeds(need.heap(), need.bytes(), 0, 0, 0, 0, 0, 0, 0);
    }

    /** Returns the needs of two operations at the same time in the same process. */
    public ResourceNeeds and(ResourceNeeds other) {
        return new ResourceNeeds(
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
    public ResourceNeeds then(ResourceNeeds next) {
        return new ResourceNeeds(
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
