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

    /** Opens the database that is copied. */
    Database open() throws IOException {
        DatabaseOption.requireOther(out, databaseOption.directory(), "; --out takes another directory");
        return databaseOption.open();
    }

    /** Returns the directory of the new database. */
    Path out() {
        return out;
    }

    /**
     * Returns the layers to copy.
     *
     * @throws granary.error.MissingLayerException when the file of one is missing
     */
    SortedSet<Integer> layers(Database database) {
        return layersOption.of(database);
    }

    /** Returns the number of threads. */
    int threads() {
        return threadsOption.threads();
    }

    /** Returns the bytes of the scores of these layers. */
    static long bytes(Manifest manifest, SortedSet<Integer> layers) {
        return layers.stream()
                .mapToLong(layer ->
                        manifest.entry(manifest.scoresKind(layer), layer).length())
                .sum();
    }
}
