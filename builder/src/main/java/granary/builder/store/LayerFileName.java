package granary.builder.store;

import granary.builder.file.Disk;
import granary.error.DatabaseException;
import granary.format.FileHeader;
import granary.format.FileKind;
import granary.format.LayerHeader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A file that has the name of a layer's file, whatever it holds.
 *
 * @param path the file
 * @param kind what it should hold
 * @param layer the layer
 */
record LayerFileName(Path path, FileKind kind, int layer) {
    private static final Pattern NAME = Pattern.compile("layer-([0-9]{3,9})(\\.[a-z]+)?\\.granary");

    /** Returns all such files of a directory, by name. */
    static List<LayerFileName> in(Path directory) throws IOException {
        return Disk.files(directory).stream().flatMap(file -> of(file).stream()).toList();
    }

    /** Returns the header if it is whole, whatever the file's length. */
    Optional<FileHeader> header() throws IOException {
        if (!Files.readAttributes(path, BasicFileAttributes.class).isRegularFile()) {
            return Optional.empty();
        }
        byte[] page;
        try (InputStream in = Files.newInputStream(path)) {
            page = in.readNBytes(LayerHeader.LENGTH);
        }
        if (page.length < LayerHeader.LENGTH) {
            return Optional.empty();
        }
        long length = ByteBuffer.wrap(page).order(ByteOrder.LITTLE_ENDIAN).getLong(LayerHeader.FILE_LENGTH_AT);
        try {
            return Optional.of(FileHeader.parse(kind, path.toString(), page, length));
        } catch (DatabaseException e) {
            return Optional.empty(); // a damaged header says nothing
        }
    }

    /** Returns a file with such a name, which need not exist. */
    static Optional<LayerFileName> of(Path path) {
        Matcher name = NAME.matcher(path.getFileName().toString());
        if (!name.matches()) {
            return Optional.empty();
        }
        int layer = Integer.parseInt(name.group(1));
        return Stream.of(FileKind.values())
                .filter(kind -> path.endsWith(kind.fileName(layer)))
                .map(kind -> new LayerFileName(path, kind, layer))
                .findFirst();
    }
}
