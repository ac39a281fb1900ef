package granary.builder.memory;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Provides the working memory of a build. The build opens it for a layer and removes it once the layer is published. The default
 * methods are right for memory that ends with the process. One thread uses a provider.
 */
public interface MemoryProvider {
    /**
     * Opens the working memory of a layer: new, or what an interrupted build left.
     *
     * @param layer the layer
     * @param need how much; always the same for the same layer
     * @return {@link WholeMemory} unless the need allows a window
     * @throws granary.builder.CheckFailedException when memory or disk do not suffice; nothing is reserved then
     * @throws granary.builder.InvalidRequestException when another builder uses it
     * @throws IOException when a file cannot be created or opened
     */
    WorkingMemory open(int layer, MemoryNeed need) throws IOException;

    /**
     * Removes what is left of a layer's working memory, if anything. Keeps what another builder uses.
     *
     * @throws IOException when that fails
     */
    default void remove(int layer) throws IOException {}

    /**
     * Removes what killed builders left: whatever nobody can resume from, and everything of layers that are done. Keeps what
     * another builder uses.
     *
     * @param isDone whether a layer needs no working memory any more
     * @throws IOException when that fails
     */
    default void clean(IntPredicate isDone) throws IOException {}

    /** Returns the directory of the files, or null when memory is never a file. */
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
     * Has checkpoints leave room on the disk of {@link #directory} for files that are still to be written: the files are needed, the
     * checkpoints only useful.
     *
     * @param bytes the bytes to leave free from now on
     */
    default void leaveFree(long bytes) {}

    /** Returns whether a layer can be resumed from a file. */
    default boolean canResume(int layer, MemoryNeed need) {
        return false;
    }

    /** Returns when the checkpoint was taken that a layer would be resumed from; empty when there is none. */
    default Optional<Instant> checkpointed(int layer, MemoryNeed need) {
        return Optional.empty();
    }
}
