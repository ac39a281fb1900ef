package granary.builder.store;

import granary.format.Quantity;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file with the name of a layer's, whatever is in it.
 *
 * @param path the file
 * @param quantity what it should hold
 * @param layer the layer
 */
record LayerFileName(Path path, Quantity quantity, int layer) {
    private static final Pattern NAME = Pattern.compile("layer-([0-9]{3,9})(\\.distances)?\\.granary");

    /** Returns all such files of a directory, by name. */
    static List<LayerFileName> in(Path directory) throws IOException {
        List<LayerFileName> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "layer-*.granary")) {
            files.forEach(file -> of(file).ifPresent(found::add));
        }
        found.sort(Comparator.comparing(LayerFileName::path));
        return found;
    }

    private static Optional<LayerFileName> of(Path path) {
        Matcher name = NAME.matcher(path.getFileName().toString());
        if (!name.matches()) {
            return Optional.empty();
        }
        Quantity quantity = name.group(2) == null ? Quantity.SCORES : Quantity.DISTANCES;
        int layer = Integer.parseInt(name.group(1));
        return path.endsWith(quantity.fileName(layer))
                ? Optional.of(new LayerFileName(path, quantity, layer))
                : Optional.empty();
    }
}
