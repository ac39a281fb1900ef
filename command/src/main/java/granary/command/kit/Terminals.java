package granary.command.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** The terminal that a command runs in. */
public final class Terminals {
    private Terminals() {}

    /** Returns whether both standard input and output are a terminal. */
    @SuppressWarnings("SystemConsoleNull") // null if standard input or output is not a terminal
    public static boolean isPresent() {
        return System.console() != null && System.console().isTerminal();
    }

    /**
     * Returns the number of columns of the terminal, or no limit if there is no terminal or its width is unknown. Slow:
     * opens the terminal.
     *
     * @throws IOException when the operating system refuses
     */
    public static int width() throws IOException {
        if (!isPresent()) {
            return Integer.MAX_VALUE;
        }
        try (Terminal terminal = open()) {
            return terminal.getWidth() > 0 ? terminal.getWidth() : Integer.MAX_VALUE;
        }
    }

    /** Opens the terminal. Too slow for short commands. */
    public static Terminal open() {
        try {
            // The JVM keeps handling signals, so that Ctrl-C runs the shutdown hooks.
            return TerminalBuilder.builder().nativeSignals(false).dumb(true).build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
