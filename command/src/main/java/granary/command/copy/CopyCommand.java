package granary.command.copy;

import granary.builder.store.DatabaseDirectory;
import granary.command.kit.Progress;
import granary.command.kit.Subcommand;
import granary.command.option.DatabaseOption;
import granary.command.option.LayersOption;
import granary.command.option.ThreadsOption;
import granary.database.Database;
import granary.database.Listing;
import granary.format.Manifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedSet;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that makes a compressed or packed database of another one. */
abstract class CopyCommand extends Subcommand {
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

    @Override
    protected final void run() throws IOException {
        DatabaseOption.requireOther(out, databaseOption.directory(), "; --out takes another directory");
        try (Database database = databaseOption.open()) {
            SortedSet<Integer> layers = layersOption.of(database);
            check(database.listing(), layers);
            try (DatabaseDirectory directory = new DatabaseDirectory(out, database.game());
                    Progress progress = Progress.ofResumable(out(), database.game(), layers.last())) {
                int added = copy(database, layers, directory, threadsOption.threads(), progress);
                out().println(
                                added == 0
                                        ? "nothing to do: " + out + " holds layers " + LayersOption.text(layers)
                                        : done(database.listing(), directory, layers));
            }
        }
    }

    /** Throws an exception if the layers cannot be copied. */
    abstract void check(Listing from, SortedSet<Integer> layers);

    /**
     * Copies the layers that the directory lacks.
     *
     * @param threads at most so many
     * @return how many layers were copied
     */
    abstract int copy(
            Database database, SortedSet<Integer> layers, DatabaseDirectory directory, int threads, Progress progress)
            throws IOException;

    /** Returns the message at the end. */
    abstract String done(Listing from, DatabaseDirectory directory, SortedSet<Integer> layers);

    /** Returns the bytes of the scores of these layers. */
    static long bytes(Manifest manifest, SortedSet<Integer> layers) {
        return layers.stream()
                .mapToLong(layer ->
                        manifest.entry(manifest.scoresKind(layer), layer).length())
                .sum();
    }
}
