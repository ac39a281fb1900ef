package granary.builder.seal;

import granary.format.Manifest;
import java.io.IOException;
import java.nio.file.Path;

/** Where packed layers come from that are sealed, and where the sealed ones go. */
interface SealingPlace {
    /** Returns whether a layer is there already. */
    boolean isDone(int layer) throws IOException;

    /** Opens a packed layer. Its scores can be read until it is closed. */
    OpenLayer open(int layer) throws IOException;

    /**
     * A packed layer that is open.
     *
     * @param sealing seals it
     * @param packedBytes the length of its packed file
     * @param closing closes the file
     */
    record OpenLayer(LayerSealing sealing, long packedBytes, Runnable closing) implements AutoCloseable {
        @Override
        public void close() {
            closing.run();
        }
    }

    /** Returns the path of a layer's sealed file. */
    Path path(int layer);

    /** Publishes a sealed file that was written under its temporary name. */
    void publish(OpenLayer packed, Manifest.Entry entry) throws IOException;

    /** Takes a layer that would not become smaller as it is. */
    void keep(OpenLayer packed) throws IOException;

    /** Ends the work on a layer that was closed. */
    void end(int layer) throws IOException;
}
