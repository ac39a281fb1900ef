package granary.builder.solve;

import granary.builder.Monitor;
import granary.builder.memory.WholeMemory;
import granary.builder.store.LayerSource;
import java.io.IOException;

/** A solver that computes the distances to conversion of layers, too. */
public interface DistanceSolver extends LayerSolver {
    /** Returns what the solver needs to compute and write the distances of a layer. */
    LayerNeed distanceNeed(int layer);

    /** Returns how many steps the distances of a layer report to their monitor when this has just solved the layer. */
    default long stepsAfterScores(int layer) {
        return distanceNeed(layer).steps();
    }

    /**
     * Computes the distances to conversion of a layer.
     *
     * @param layer the layer
     * @param layers has the layer and all layers below
     * @param memory the working memory, which the solver does not close; the distances need it until they are written
     * @param monitor notified of progress, also while the distances are written; may stop the solver
     * @throws IllegalArgumentException when distances follow from the game's scores
     * @throws granary.builder.OperationInterruptedException when the monitor stops it
     * @throws granary.builder.CheckFailedException when memory or disk do not suffice, or the scores are wrong
     * @throws granary.error.DatabaseException when a layer cannot be read
     * @throws IOException when a working file cannot be written
     */
    LayerDistances distances(int layer, LayerSource layers, WholeMemory memory, Monitor monitor) throws IOException;
}
