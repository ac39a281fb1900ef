package granary.export;

import granary.format.FileKind;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/** A format that {@code granary export} writes. Making one loads no library. */
public interface ExportFormat {
    /** Writes the bytes of a file, from its beginning to its end. */
    interface Content {
        /**
         * Writes all bytes. Does not close the stream.
         *
         * @throws IOException when they cannot be written
         * @throws granary.builder.OperationInterruptedException when the user stops the export
         * @throws granary.error.DatabaseException when the database cannot be read
         */
        void writeTo(OutputStream out) throws IOException;
    }

    /** Returns the format's name, as written after {@code --format}. */
    String id();

    /** Returns a description for the command's help: a phrase without a full stop. */
    String description();

    /**
     * Returns the kind of the files whose values it writes.
     *
     * @param isDistances whether distances were asked for
     */
    default FileKind kind(boolean isDistances) {
        return isDistances ? FileKind.DISTANCES : FileKind.SCORES;
    }

    /**
     * Returns the name of a layer's file in a directory. Empty when one file holds all layers.
     *
     * @param layer the layer
     * @param isDistances whether the file holds distances instead of scores
     */
    Optional<String> fileName(int layer, boolean isDistances);

    /** Returns whether the target is a directory even for a single layer, because readers find the file by name. */
    default boolean isDirectory() {
        return false;
    }

    /**
     * Returns the bytes to write.
     *
     * @param export the layers and values to export: one layer if {@link #fileName} names files
     * @throws granary.builder.InvalidRequestException when this format cannot hold them
     */
    Content content(Export export);
}
