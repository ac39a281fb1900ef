package granary.command.option;

import granary.builder.InvalidRequestException;
import granary.database.Database;
import granary.database.Listing;
import granary.database.OpenOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** The database that a command reads. */
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

    /** Makes the option of a command that reads whole layers, which takes no address. */
    public static DatabaseOption local() {
        return new DatabaseOption(true);
    }

    /** Adds the option to a command that has this as a mixin. */
    @Spec(Spec.Target.MIXEE)
    void addTo(CommandSpec spec) {
        option = OptionSpec.builder("--dir")
                .required(true)
                .paramLabel("DIR")
                .type(List.class)
                .auxiliaryTypes(Path.class)
                .converters(isLocal ? new ITypeConverter<?>[0] : new ITypeConverter<?>[] {new PathWord.Anywhere()})
                .description("The database's directory" + (isLocal ? "" : ", or its address on a web server")
                        + ". Repeat the option for a database in several directories.")
                .build();
        spec.addOption(option);
    }

    /** Returns the directories. */
    public List<Path> directories() {
        return option.getValue();
    }

    /**
     * Checks that the directory of a copy is none of those of the database.
     *
     * @param advice what follows when it is
     * @throws InvalidRequestException when it is
     */
    public static void requireOther(Path out, List<Path> directories, String advice) throws IOException {
        for (Path directory : directories) {
            if (Files.exists(out) && Files.isSameFile(out, directory)) {
                throw new InvalidRequestException(out + " is the database itself" + advice);
            }
        }
    }

    /** Opens the database. */
    public Database open() {
        return open(OpenOptions.DEFAULT);
    }

    /** Opens the database, keeping what is read from an address as the options say. */
    public Database open(CacheOptions cache) {
        return Database.open(directories().stream().map(cache::of).toList(), OpenOptions.DEFAULT);
    }

    /** Opens the database with the given options. */
    public Database open(OpenOptions options) {
        return Database.open(directories(), options);
    }

    /** Lists the database's files without opening them. */
    public Listing listing() {
        return new Listing(directories());
    }

    /** Returns the directory, or the first of several. */
    public Path directory() {
        return directories().getFirst();
    }

    /** Returns an exception that says which layers there are. */
    public static InvalidRequestException noLayer(Database database, int layer) {
        return new InvalidRequestException(
                database.directory() + " holds no layer " + layer + "; it holds " + LayerRange.text(database.layers()));
    }
}
