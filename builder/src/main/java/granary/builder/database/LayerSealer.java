package granary.builder.database;

import granary.format.StoringRule;
import java.io.IOException;

/** Seals the layers of a build that the rest of it does not read. */
public interface LayerSealer {
    /** Returns which positions it stores. */
    StoringRule rule();

    /**
     * Seals those of some layers that become smaller, and removes their packed scores.
     *
     * @param from the first layer
     * @param to the layer after the last; all are on the disk
     * @throws IOException when the disk fails
     */
    void seal(int from, int to) throws IOException;
}
