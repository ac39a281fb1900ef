package granary.builder.solve;

import granary.builder.Monitor;
import granary.builder.store.LayerWriter;
import granary.database.Database;
import java.io.IOException;
import java.nio.file.Path;

/** Computes the scores of one layer from the finished layers below it. */
public interface LayerSolver {
    /**
     * Solves a layer and writes all its scores.
     *
     * @param lower the database with all layers below
     * @param writer where the scores go; not published by the solver
     * @param monitor told of progress and asked whether to stop
     * @throws granary.builder.OperationInterruptedException when the monitor says so
     * @throws granary.builder.CheckFailedException when memory or disk do not suffice
     * @throws IOException when a working file cannot be written
     */
    void solve(Database lower, LayerWriter writer, Monitor monitor) throws IOException;

    /** Returns a word on what solves and how, for a person. */
    String description();

    /**
     * Returns how many steps a layer takes, so that a progress bar knows its length.
     *
     * @param positions the layer's positions
     */
    long steps(long positions);

    /**
     * Returns the bytes of working memory that a layer takes.
     *
     * @param layer the layer
     */
    long workingBytes(int layer);

    /** Returns the directory whose files are the working memory, or null when it is memory of the process. */
    default Path scratch() {
        return null;
    }

    /** Returns whether the working memory of a layer is reserved already. */
    default boolean isReserved(int layer) {
        return false;
    }

    /**
     * Hears that a layer is published, now or long ago; what the solver kept of its work can go.
     *
     * @throws IOException when a file cannot be removed
     */
    default void published(int layer) throws IOException {}
}
