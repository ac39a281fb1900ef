package granary.builder.solve;

import granary.builder.memory.MemoryNeed;

/**
 * What a solver needs for a layer, and how many steps it reports.
 *
 * @param memory the working memory
 * @param leastMemory about the bytes of the working memory that have to be in main memory at a time, if it is a file
 * @param tableBytes about the bytes of Java heap that tables take; 0 when they are small
 * @param steps the steps that the solver reports to its monitor
 */
public record LayerNeed(MemoryNeed memory, long leastMemory, long tableBytes, long steps) {
    /** Nothing at all. */
    public static final LayerNeed NONE = new LayerNeed(new MemoryNeed(0, 0), 0);

    /** Creates a need of working memory that has to be in main memory all at once, and of small tables. */
    public LayerNeed(MemoryNeed memory, long steps) {
        this(memory, memory.total(), 0, steps);
    }

    /** Returns the same need with another number of steps. */
    public LayerNeed withSteps(long other) {
        return new LayerNeed(memory, leastMemory, tableBytes, other);
    }

    /** Returns a need that covers this one and another, one after the other. */
    public LayerNeed and(LayerNeed other) {
        return new LayerNeed(
                memory.and(other.memory),
                Math.max(leastMemory, other.leastMemory),
                Math.max(tableBytes, other.tableBytes),
                steps + other.steps);
    }
}
