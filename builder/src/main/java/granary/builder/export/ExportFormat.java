package granary.builder.export;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/**
 * A format that {@code granary export} writes. Implementations have a public constructor without arguments, which loads no
 * library, and are found by {@link java.util.ServiceLoader}.
 */
public interface ExportFormat {
    /** Writes the bytes of a file, from its beginning to its end. */
    interface Content {
        /**
         * Writes all bytes; does not close the stream.
         *
         * @throws IOException when they cannot be written
         * @throws granary.builder.OperationInterruptedException when the user stops it
         * @throws granary.error.DatabaseException when the database cannot be read
         */
        void writeTo(OutputStream out) throws IOException;
    }

    /** Returns the word after {@code --format}. */
    String id();

    /** Returns a description for the command's help: a phrase without a full stop. */
    String description();

    /**
     * Returns the name that a layer's file has in a directory of them; empty when one file holds all layers.
     *
     * @param layer the layer
     * @param isDistances whether it holds distances instead of scores
     */
    Optional<String> fileName(int layer, boolean isDistances);

    /** Returns whether the target is a directory even when there is but one layer, because readers look for the name. */
    default boolean isDirectory() {
        return false;
    }

    /**
     * Returns what to write.
     *
     * @param export what is exported: one layer if {@link #fileName} names files
     * @throws granary.builder.InvalidRequestException when this format cannot hold that
     */
    Content content(Export export);
}
