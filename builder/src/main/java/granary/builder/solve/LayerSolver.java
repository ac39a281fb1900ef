package granary.builder.solve;

import granary.builder.Monitor;
import granary.builder.memory.MemoryNeed;
import granary.builder.memory.WorkingMemory;
import granary.builder.store.LayerWriter;
import granary.database.Database;
import java.io.IOException;

/** Computes the scores of one layer from the finished layers below it, and then its distances to conversion. */
public interface LayerSolver {
    /**
     * Solves a layer and writes all its scores.
     *
     * @param lower the database with all layers below
     * @param memory the layer's working memory, which the solver does not close
     * @param writer receives the scores; the solver does not publish it
     * @param monitor notified of progress; may stop the solver
     * @throws granary.builder.OperationInterruptedException when the monitor stops it
     * @throws granary.builder.CheckFailedException when memory or disk do not suffice
     * @throws IOException when a working file cannot be written
     */
    void solve(Database lower, WorkingMemory memory, LayerWriter writer, Monitor monitor) throws IOException;

    /**
     * Computes the distances to conversion of a layer.
     *
     * @param database the database with the layer and all layers below
     * @param layer the layer
     * @param memory the working memory, which the solver does not close; the distances need it until they are written
     * @param monitor notified of progress, also while the distances are written; may stop the solver
     * @throws IllegalArgumentException when the game's scores tell the distance
     * @throws granary.builder.OperationInterruptedException when the monitor stops it
     * @throws granary.builder.CheckFailedException when memory or disk do not suffice, or the scores are wrong
     * @throws IOException when a working file cannot be written
     */
    LayerDistances distances(Database database, int layer, WorkingMemory memory, Monitor monitor) throws IOException;

    /**
     * Announces the last layer of a build. The solver may begin in the background what that layer and those below will need.
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

    /**
     * Returns the number of steps that solving a layer reports to its monitor.
     *
     * @param positions the layer's positions
     */
    long steps(long positions);

    /**
     * Returns the number of steps that computing and writing the distances of a layer report.
     *
     * @param positions the layer's positions
     */
    long distanceSteps(long positions);

    /**
     * Returns the working memory that a layer takes.
     *
     * @param layer the layer
     */
    MemoryNeed memory(int layer);

    /**
     * Returns about how much of the working memory for a layer's scores has to be in main memory at a time, if it is a file.
     *
     * @param layer the layer
     */
    default long leastMemory(int layer) {
        return memory(layer).total();
    }

    /**
     * Returns about how many bytes of the Java heap the solver's tables take in a layer; 0 when they are small.
     *
     * @param layer the layer
     */
    default long tables(int layer) {
        return 0;
    }

    /**
     * Returns the working memory that the distances of a layer take.
     *
     * @param layer the layer
     */
    MemoryNeed distanceMemory(int layer);
}
