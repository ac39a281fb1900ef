package granary.command.option;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option of commands that read whole layers, where those of a sealed database are while they are read. */
public final class UnsealOption {
    @Option(
            names = "--scratch",
            paramLabel = "DIR",
            converter = PathWord.Directory.class,
            description =
                    "Where the layers of a sealed database are while they are read, packed, in granary-unsealed-layers-...: as"
                            + " many bytes as the packed database has. An interrupted command leaves them there, and the"
                            + " same one goes on with them. By default, the system's directory for temporary files, if"
                            + " these are 4 GiB at most; nothing stays there.")
    private Path scratch;

    /** Returns the directory; null for the system's. */
    public Path scratch() {
        return scratch;
    }
}
