package granary.command.kit;

import java.io.IOException;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** The terminal that a command runs in. */
public final class Terminals {
    private Terminals() {}

    /** Returns whether both standard input and output are a terminal. */
    @SuppressWarnings("SystemConsoleNull") // null where standard input or output is not a terminal
    public static boolean isPresent() {
        return System.console() != null && System.console().isTerminal();
    }

    /**
     * Returns how many columns the terminal has, or no limit where there is none or it does not tell. This takes a while.
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

    /**
     * Opens the terminal, which takes a while: not for quick work.
     *
     * @throws IOException when the operating system refuses
     */
    public static Terminal open() throws IOException {
        // Signals are left to the JVM: Ctrl-C has to run its shutdown hooks.
        return TerminalBuilder.builder().nativeSignals(false).dumb(true).build();
    }
}
