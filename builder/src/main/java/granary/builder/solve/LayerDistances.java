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
     * @param writer of a file of distances, made for {@link #longest}; not published here
     * @throws granary.builder.OperationInterruptedException when the monitor says so
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
