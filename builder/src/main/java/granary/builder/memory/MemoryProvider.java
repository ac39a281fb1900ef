package granary.builder.memory;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Where the working memory of a build comes from. The build opens it for a layer, and removes it once that is published. What is
 * not overridden is right for memory that goes with the process.
 */
public interface MemoryProvider {
    /**
     * Opens the working memory of a layer: new, or what an interrupted build left.
     *
     * @param layer the layer
     * @param need how much; the same each time for the same layer
     * @return {@link WholeMemory} unless the need says that a window will do
     * @throws granary.builder.CheckFailedException when memory or disk do not suffice; nothing is reserved then
     * @throws granary.builder.InvalidRequestException when another builder uses it
     * @throws IOException when a file cannot be created or opened
     */
    WorkingMemory open(int layer, MemoryNeed need) throws IOException;

    /**
     * Removes what is left of a layer's working memory, if anything. What another builder uses stays.
     *
     * @throws IOException when that fails
     */
    default void remove(int layer) throws IOException {}

    /**
     * Removes what dead builders left: what nobody can resume from, and all of the layers that are done. What another
     * builder uses stays.
     *
     * @param isDone whether a layer needs no working memory any more
     * @throws IOException when that fails
     */
    default void clean(IntPredicate isDone) throws IOException {}

    /** Returns the directory whose files are the memory, or null when there are none. */
    default Path directory() {
        return null;
    }

    /** Returns the bytes of main memory that working memory may take now. */
    long available();

    /** Returns the bytes of {@link #directory} that opening the memory of a layer will reserve. */
    default long bytesToReserve(int layer, MemoryNeed need) {
        return 0;
    }

    /**
     * Has copies of the memory, which are no more than useful, leave room on the disk of {@link #directory} for files that are
     * still to come.
     *
     * @param bytes what they take, from now on
     */
    default void leaveFree(long bytes) {}

    /** Returns whether there is something of a layer to resume from. */
    default boolean canResume(int layer, MemoryNeed need) {
        return false;
    }

    /** Returns when the checkpoint that a layer would be resumed from was taken; empty when it is resumed from no such. */
    default Optional<Instant> checkpointed(int layer, MemoryNeed need) {
        return Optional.empty();
    }
}
