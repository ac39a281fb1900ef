package granary.builder.seal;

import granary.awari.Awari;
import granary.builder.Monitor;
import granary.builder.store.DatabaseDirectory;
import granary.database.Listing;
import granary.format.SealedHeader;
import java.io.IOException;
import java.nio.file.Path;

/** Has layers sealed that stay packed otherwise, because they are small. */
public final class SmallLayers {
    private SmallLayers() {}

    /** What is done, and may throw. */
    @FunctionalInterface
    public interface Work<E extends Exception> {
        void run() throws E;
    }

    /** Does something while all layers but the lowest are sealed. */
    public static <E extends Exception> void sealWhile(Work<E> work) throws E {
        Sealing.lowest = 1;
        try {
            work.run();
        } finally {
            Sealing.lowest = SealedHeader.LOWEST;
        }
    }

    /** Seals all layers of a packed database into another directory, but the lowest. */
    public static void seal(Path packed, Path sealed, Awari game) throws IOException {
        Listing from = new Listing(packed);
        try (DatabaseDirectory to = new DatabaseDirectory(sealed, game)) {
            sealWhile(() ->
                    new Sealing(from, to, 1, Monitor.SILENT).run(from.manifest().scoreLayers()));
        }
    }
}
