package granary.analysis.play;

import granary.builder.OperationInterruptedException;
import java.io.IOException;
import java.util.Collection;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.reader.impl.completer.StringsCompleter;
import org.jline.terminal.Terminal;

/** Lines typed at a terminal. Cursor keys edit a line, cursor up recalls earlier ones, and Tab completes words. */
final class EditedLines implements Lines, AutoCloseable {
    private final Terminal terminal;
    private final LineReader reader;

    /**
     * Reads lines from a terminal.
     *
     * @param terminal the terminal, which {@link #close} closes
     * @param words the words that Tab completes
     */
    EditedLines(Terminal terminal, Collection<String> words) {
        this.terminal = terminal;
        this.reader = LineReaderBuilder.builder()
                .terminal(terminal)
                .completer(new StringsCompleter(words))
                // No character of a line has a special meaning.
                .parser(new DefaultParser().quoteChars(new char[0]).escapeChars(new char[0]))
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .build();
    }

    /** {@inheritDoc} Ctrl-D ends the input, Ctrl-C the process. */
    @Override
    public String next(String prompt) {
        try {
            return reader.readLine(prompt);
        } catch (EndOfFileException e) {
            return null;
        } catch (UserInterruptException e) {
            throw new OperationInterruptedException();
        }
    }

    @Override
    public void close() throws IOException {
        terminal.close();
    }
}
