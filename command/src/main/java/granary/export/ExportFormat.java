package granary.export;

import granary.format.FileKind;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * A format that {@code granary export} writes. Making one loads no library.
 *
 * @param id the format's name, as written after {@code --format}
 * @param description a description for the command's help: a phrase without a full stop
 * @param values the kind of the files whose values it writes
 * @param pattern the name of a layer's file in a directory, as a format string for the layer and the word for its values, which is
 *     {@code scores} or {@code distances}; null when one file holds all layers
 * @param isDirectory whether the target is a directory even for a single layer, because readers find the file by name
 * @param maker makes the content
 */
public record ExportFormat(
        String id,
        String description,
        FileKind values,
        String pattern,
        boolean isDirectory,
        Function<Export, Content> maker) {
    /** Writes the bytes of a file, from its beginning to its end. */
    public interface Content {
        /**
         * Writes all bytes. Does not close the stream.
         *
         * @throws IOException when they cannot be written
         * @throws granary.builder.OperationInterruptedException when the user stops the export
         * @throws granary.error.DatabaseException when the database cannot be read
         */
        void writeTo(OutputStream out) throws IOException;
    }

    /** Returns the kind of the files whose values it writes if distances were asked for, or not. */
    public FileKind kind(boolean isDistances) {
        return isDistances && values == FileKind.SCORES ? FileKind.DISTANCES : values;
    }

    /** Returns the name of a layer's file in a directory. Empty when one file holds all layers. */
    public Optional<String> fileName(int layer, boolean isDistances) {
        return Optional.ofNullable(pattern)
                .map(name -> String.format(Locale.ROOT, name, layer, isDistances ? "distances" : "scores"));
    }

    /**
     * Returns the bytes to write.
     *
     * @param export the layers and values to export: one layer if {@link #fileName} names files
     * @throws granary.builder.InvalidRequestException when this format cannot hold them
     */
    public Content content(Export export) {
        return maker.apply(export);
    }
}
