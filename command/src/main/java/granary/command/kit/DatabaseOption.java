package granary.command.kit;

import granary.builder.InvalidRequestException;
import granary.database.Database;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The database that a command reads. */
public final class DatabaseOption {
    @Option(names = "--dir", required = true, paramLabel = "DIR", description = "The database's directory.")
    private Path directory;

    /** Opens the database. */
    public Database open() {
        return Database.open(directory);
    }

    /** Returns the directory. */
    public Path directory() {
        return directory;
    }

    /** Returns an exception that says which layers there are. */
    static InvalidRequestException noLayer(Database database, int layer) {
        return new InvalidRequestException(database.directory() + " holds no layer " + layer + "; it holds "
                + (database.layers().isEmpty()
                        ? "none"
                        : database.layers().first() + " to " + database.layers().last()));
    }
}
