package granary.builder.solve;

import granary.builder.Monitor;
import granary.builder.memory.LayerNeeds;
import granary.builder.memory.WorkingMemory;
import granary.builder.store.LayerFiles;
import granary.builder.store.LayerWriter;
import java.io.IOException;

/** Computes the scores of layers, each from the finished layers below it. */
public interface LayerSolver {
    /** Returns the needs of the solver for a layer. */
    LayerNeeds need(int layer);

    /**
     * Solves a layer and writes all its scores.
     *
     * @param layer the layer
     * @param lower has all layers below
     * @param memory the layer's working memory, zeros at first; through a buffer pool only if {@link #need} allows one
     * @param writer receives the scores; the solver does not publish it
     * @param monitor notified of progress; may stop the solver
     * @throws granary.builder.OperationInterruptedException when the monitor stops it
     * @throws granary.builder.CheckFailedException when memory or disk do not suffice
     * @throws granary.error.DatabaseException when a layer below cannot be read
     * @throws IOException when a working file cannot be read or written
     */
    void solve(int layer, LayerFiles lower, WorkingMemory memory, LayerWriter writer, Monitor monitor)
            throws IOException;

    /**
     * Announces the last layer of a build. The solver may begin to prepare in the background what that layer will need.
     *
     * @param topLayer the layer
     */
    default void prepare(int topLayer) {}

    /** Returns whether other processes help with a layer, so that the layers below have to be listed before it is begun. */
    default boolean isShared(int layer) {
        return false;
    }

    /** Returns the number of threads it uses. */
    default int threads() {
        return 1;
    }

    /** Returns the solver's name and configuration, for people. */
    String description();
}
