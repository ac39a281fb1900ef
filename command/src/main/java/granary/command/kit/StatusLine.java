package granary.command.kit;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import org.jline.terminal.Terminal;

/**
 * One line at the bottom of a terminal, redrawn in place; does nothing without a terminal. The line is always shorter than the terminal is
 * wide, and the cursor rests in the first column. So resizing leaves no remains, whether the terminal folds long lines or cuts them.
 *
 * <p>Opening the terminal is slow, so only the first {@link #show} does that; short commands never open one.
 * Thread-safe.
 */
public final class StatusLine implements AutoCloseable {
    private static final int USUAL_WIDTH = 80;
    private static final String CLEAR_BELOW = "\u001b[J";

    private final boolean isShown = Terminals.isPresent();
    private Terminal terminal;
    private List<String> parts = List.of();

    /** Makes a line that shows nothing yet. */
    public StatusLine() {}

    /** Returns whether a terminal shows the line. */
    boolean isShown() {
        return isShown;
    }

    /**
     * Shows a line until the next call.
     *
     * @param newParts the line's parts, the most important first; omits parts that do not fit the terminal
     */
    public synchronized void show(List<String> newParts) {
        if (!isShown) {
            return;
        }
        if (terminal == null) {
            terminal = Terminals.open();
            terminal.handle(Terminal.Signal.WINCH, signal -> draw());
        }
        parts = newParts;
        draw();
    }

    private synchronized void draw() {
        if (!parts.isEmpty()) {
            write(frame(parts, terminal.getWidth()));
        }
    }

    /** Returns the characters that draw a line over the previous one and put the cursor back at the beginning. */
    static String frame(List<String> parts, int width) {
        return fit(parts, (width > 0 ? width : USUAL_WIDTH) - 1) + CLEAR_BELOW + "\r";
    }

    /** Returns the parts that fit, in order, two blanks apart. */
    static String fit(List<String> parts, int width) {
        StringBuilder line = new StringBuilder();
        for (String part : parts) {
            String more = line.isEmpty() || part.isEmpty() ? part : "  " + part;
            if (line.length() + more.length() <= width) {
                line.append(more);
            }
        }
        return line.toString();
    }

    /** Removes the line until the next {@link #show}. */
    public synchronized void clear() {
        if (!parts.isEmpty()) {
            parts = List.of();
            write(CLEAR_BELOW);
        }
    }

    private void write(String text) {
        if (!terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
            PrintWriter writer = terminal.writer();
            writer.write(text);
            writer.flush();
        }
    }

    @Override
    public synchronized void close() {
        clear();
        if (terminal != null) {
            try {
                terminal.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            terminal = null;
        }
    }
}
