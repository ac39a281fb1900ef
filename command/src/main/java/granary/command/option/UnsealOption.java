package granary.command.option;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option of commands that read whole layers, where those of a sealed database are while they are read. */
public final class UnsealOption {
    @Option(
            names = "--scratch",
            paramLabel = "DIR",
            description =
                    "Where the layers of a sealed database are while they are read, packed: as many bytes as the"
                            + " packed database has. By default, the system's directory for temporary files, if it is 4 GiB at most.")
    private Path scratch;

    /** Returns the directory; null for the system's. */
    public Path scratch() {
        return scratch;
    }
}
