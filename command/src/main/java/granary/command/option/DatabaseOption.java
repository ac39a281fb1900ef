package granary.command.option;

import granary.builder.InvalidRequestException;
import granary.builder.store.DatabaseDirectory;
import granary.database.Database;
import granary.database.Listing;
import granary.database.OpenOptions;
import granary.storage.Access;
import granary.storage.DirectorySource;
import granary.storage.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** The database of a command. */
@Command // picocli takes nothing else for a mixin that declares no option
public final class DatabaseOption {
    private final boolean isLocal;
    private OptionSpec option;

    /** Makes the option of a command that looks positions up, also at an address. */
    public DatabaseOption() {
        this(false);
    }

    private DatabaseOption(boolean isLocal) {
        this.isLocal = isLocal;
    }

    /** Makes the option of a command that writes the database or reads whole layers, which takes no address. */
    public static DatabaseOption local() {
        return new DatabaseOption(true);
    }

    /** Adds the option to a command that has this as a mixin. */
    @Spec(Spec.Target.MIXEE)
    void addTo(CommandSpec spec) {
        OptionSpec.Builder builder = OptionSpec.builder("--dir")
                .required(true)
                .paramLabel("DIR")
                .description("The database's directory" + (isLocal ? "." : ", or its address on a web server."));
        option = isLocal
                ? builder.type(Path.class).build()
                : builder.type(Source.class).converters(new PathWord.Anywhere()).build();
        spec.addOption(option);
    }

    /**
     * Checks that the directory of a copy is not that of the database, and lies in no database.
     *
     * @param advice what follows when it is that of the database
     * @throws InvalidRequestException when it is, or lies inside one
     */
    public static void requireOther(Path out, Path directory, String advice) throws IOException {
        if (Files.exists(out) && Files.isSameFile(out, directory)) {
            throw new InvalidRequestException(out + " is the database itself" + advice);
        }
        DatabaseDirectory.requireOutside(out);
    }

    private Source source() {
        return isLocal ? new DirectorySource(directory(), Access.MAPPED) : option.getValue();
    }

    /** Opens the database. */
    public Database open() {
        return open(OpenOptions.DEFAULT);
    }

    /** Opens the database with the given options. */
    public Database open(OpenOptions options) {
        return Database.open(source(), options);
    }

    /** Lists the database's files without opening them. */
    public Listing listing() {
        return new Listing(source());
    }

    /** Returns the directory, for a command that takes no address. */
    public Path directory() {
        return option.getValue();
    }
}
