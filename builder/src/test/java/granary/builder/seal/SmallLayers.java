package granary.builder.seal;

import granary.awari.Awari;
import granary.builder.database.BuildListener;
import granary.builder.store.DatabaseDirectory;
import granary.database.Listing;
import java.io.IOException;
import java.nio.file.Path;

/** Has layers sealed that do not become smaller, because they are small. */
public final class SmallLayers {
    private SmallLayers() {}

    /** What is done, and may throw. */
    @FunctionalInterface
    public interface Work<E extends Exception> {
        void run() throws E;
    }

    /** Does something while small layers are sealed, too. */
    public static <E extends Exception> void sealWhile(Work<E> work) throws E {
        sealWhile(Integer.MIN_VALUE, work);
    }

    /** Does something while layers are sealed that take a number of bytes less then, or, where it is negative, more. */
    static <E extends Exception> void sealWhile(long leastGain, Work<E> work) throws E {
        Sealing.leastGain = leastGain;
        try {
            work.run();
        } finally {
            Sealing.leastGain = 1;
        }
    }

    /** Seals all layers of a packed database into another directory. */
    public static void seal(Path packed, Path sealed, Awari game) throws IOException {
        Listing from = new Listing(packed);
        try (DatabaseDirectory to = new DatabaseDirectory(sealed, game)) {
            sealWhile(() -> new Sealing(from, to, 1, BuildListener.SILENT)
                    .run(from.manifest().scoreLayers()));
        }
    }
}
