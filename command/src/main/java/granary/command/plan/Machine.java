package granary.command.plan;

import granary.builder.memory.MainMemory;

/**
 * A machine that builds.
 *
 * @param cores its cores
 * @param memory bytes of main memory
 * @param memoryBandwidth bytes a second that all cores together read and write in memory
 * @param diskBandwidth bytes a second that the disk reads or writes
 */
public record Machine(int cores, double memory, double memoryBandwidth, double diskBandwidth) {
    /** Returns the bytes that working memory may take. */
    long workingMemory() {
        return MainMemory.available((long) memory, (long) memory);
    }
}
