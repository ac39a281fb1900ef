package granary.command.copy;

import granary.command.option.DatabaseOption;
import granary.command.option.LayersOption;
import granary.command.option.ThreadsOption;
import granary.database.Database;
import granary.format.Manifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedSet;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that make a compressed or packed database of another one. */
final class CopyOptions {
    @Mixin
    private DatabaseOption databaseOption = DatabaseOption.local();

    @Option(
            names = "--out",
            required = true,
            paramLabel = "DIR",
            description = "The directory of the new database, which is created if missing.")
    private Path out;

    @Mixin
    private LayersOption layersOption = new LayersOption();

    @Mixin
    private ThreadsOption threadsOption = new ThreadsOption();

    /** Opens the database that is there. */
    Database open() throws IOException {
        DatabaseOption.requireOther(out, databaseOption.directory(), "; --out takes another directory");
        return databaseOption.open();
    }

    /** Returns the directory of the new database. */
    Path out() {
        return out;
    }

    /**
     * Returns the wanted ones of the layers that are listed.
     *
     * @throws granary.error.MissingLayerException when a file is not there
     */
    SortedSet<Integer> layers(Database database) {
        return layersOption.of(database);
    }

    /** Returns the number of threads. */
    int threads() {
        return threadsOption.threads();
    }

    /** Returns the bytes of the scores of some layers. */
    static long bytes(Manifest manifest, SortedSet<Integer> layers) {
        long bytes = 0;
        for (int layer : layers) {
            bytes += manifest.entry(manifest.scoresKind(layer), layer).length();
        }
        return bytes;
    }
}
