package granary.command.option;

import granary.builder.InvalidRequestException;
import granary.database.Database;
import granary.database.Listing;
import granary.database.OpenOptions;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The database that a command reads. */
public final class DatabaseOption {
    @Option(
            names = "--dir",
            required = true,
            paramLabel = "DIR",
            converter = PathWord.Anywhere.class,
            description =
                    "The database's directory, or its address, such as https://host/awari/. Repeat the option for a"
                            + " database in several directories.")
    private List<Path> directories = List.of();

    /** Opens the database. */
    public Database open() {
        return open(OpenOptions.DEFAULT);
    }

    /** Opens the database, keeping what is read from an address as the options say. */
    public Database open(CacheOptions cache) {
        return Database.open(directories.stream().map(cache::of).toList(), OpenOptions.DEFAULT);
    }

    /** Opens the database with the given options. */
    public Database open(OpenOptions options) {
        return Database.open(directories, options);
    }

    /** Lists the database's files without opening them. */
    public Listing listing() {
        return new Listing(directories);
    }

    /** Returns the directory, or the first of several. */
    public Path directory() {
        return directories.getFirst();
    }

    /** Returns an exception that says which layers there are. */
    public static InvalidRequestException noLayer(Database database, int layer) {
        return new InvalidRequestException(
                database.directory() + " holds no layer " + layer + "; it holds " + LayerRange.text(database.layers()));
    }
}
