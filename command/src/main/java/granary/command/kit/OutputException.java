package granary.command.kit;

import java.io.IOException;
import java.util.Locale;

/** Standard output could not be written. Ends the command: what it does from here on nobody would hear of. */
public final class OutputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean closedPipe;

    public OutputException(IOException cause) {
        super("standard output cannot be written: " + cause.getMessage(), cause);
        // The operating system's word comes in the user's language, but most of them keep this one.
        this.closedPipe =
                String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
    }

    /** Returns whether the reader had heard enough, as {@code head} does. */
    boolean isClosedPipe() {
        return closedPipe;
    }
}
