package granary.command.kit;

import java.io.IOException;
import java.util.Locale;

/** Standard output cannot be written. The command ends, because nobody would see its further results. */
public final class OutputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean closedPipe;

    public OutputException(IOException cause) {
        super("standard output cannot be written: " + cause.getMessage(), cause);
        // The operating system's message is translated, but most translations keep this word.
        this.closedPipe =
                String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
    }

    /** Returns whether the reader closed the pipe, as {@code head} does after its last line. */
    boolean isClosedPipe() {
        return closedPipe;
    }
}
