package granary.builder.resource;

/**
 * The most resources that an operation takes at a time.
 *
 * @param heap bytes of Java heap in use, garbage not counted
 * @param memory bytes of main memory outside the heap that the operation allocates
 * @param mappings mappings of files
 * @param openFiles files of the database that are open, and connections
 * @param disk bytes of files that it leaves
 * @param scratch bytes of temporary files
 */
public record ResourceNeeds(long heap, long memory, int mappings, int openFiles, long disk, long scratch) {
    /** Nothing. */
    public static final ResourceNeeds NONE = of(0, 0);

    /** Returns the needs of an operation that takes heap, and keeps files or connections open. */
    public static ResourceNeeds of(long heap, int openFiles) {
        return new ResourceNeeds(heap, 0, 0, openFiles, 0, 0);
    }

    /** Returns the needs of two operations at the same time in the same process. */
    public ResourceNeeds and(ResourceNeeds other) {
        return new ResourceNeeds(
                heap + other.heap,
                memory + other.memory,
                mappings + other.mappings,
                openFiles + other.openFiles,
                disk + other.disk,
                scratch + other.scratch);
    }

    /** Returns the needs of an operation and then another in the same process. */
    public ResourceNeeds then(ResourceNeeds next) {
        return new ResourceNeeds(
                Math.max(heap, next.heap),
                Math.max(memory, next.memory),
                Math.max(mappings, next.mappings),
                Math.max(openFiles, next.openFiles),
                disk + next.disk,
                Math.max(scratch, next.scratch));
    }
}
