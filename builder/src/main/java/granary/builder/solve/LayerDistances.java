package granary.builder.solve;

import granary.builder.store.LayerWriter;
import java.io.IOException;

/** The distances to conversion of one layer, computed and ready to be written. */
public interface LayerDistances extends AutoCloseable {
    /** Returns the longest distance in the layer. */
    int longest();

    /**
     * Writes all distances.
     *
     * @param writer writes a file of distances up to {@link #longest}; this method does not publish it
     * @throws granary.builder.OperationInterruptedException when the monitor stops it
     */
    void write(LayerWriter writer);

    /**
     * Gives the working memory back.
     *
     * @throws IOException when a working file cannot be closed
     */
    @Override
    void close() throws IOException;
}
