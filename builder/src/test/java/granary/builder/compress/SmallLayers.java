package granary.builder.compress;

import granary.awari.Awari;
import granary.builder.Monitor;
import granary.builder.store.DatabaseDirectory;
import granary.database.Listing;
import java.io.IOException;
import java.nio.file.Path;

/** Has layers compressed that stay packed otherwise, because they are small. */
public final class SmallLayers {
    private SmallLayers() {}

    /** Compresses all layers of a packed database into another directory, but the lowest. */
    public static void compress(Path packed, Path compressed, Awari game) throws IOException {
        Listing from = new Listing(packed);
        try (DatabaseDirectory to = new DatabaseDirectory(compressed, game)) {
            new Compression(from, to, 1, 1, Monitor.SILENT).run(from.manifest().scoreLayers());
        }
    }
}
