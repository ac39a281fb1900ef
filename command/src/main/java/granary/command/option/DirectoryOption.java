package granary.command.option;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option {@code --dir} of commands that take a single directory. */
public final class DirectoryOption {
    @Option(names = "--dir", required = true, paramLabel = "DIR", description = "The database's directory.")
    private Path directory;

    /** Returns the directory. */
    public Path directory() {
        return directory;
    }
}
