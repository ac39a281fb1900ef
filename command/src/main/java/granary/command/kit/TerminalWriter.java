package granary.command.kit;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.Charset;
import java.util.Locale;

/**
 * Writes text that may contain words from files. Control characters other than tabs and line ends are escaped as
 * {@code \}{@code u001b}, so that no file can send commands to the user's terminal or hide text. Inside JSON the
 * escaped string has the same value. A failed write throws {@link OutputException} at once.
 */
public final class TerminalWriter extends Writer {
    private final Writer out;

    private TerminalWriter(OutputStream stream, Charset charset) {
        this.out = new BufferedWriter(new OutputStreamWriter(stream, charset));
    }

    /** Returns a writer to a stream. It flushes only on request. */
    public static PrintWriter over(OutputStream stream, Charset charset) {
        return new PrintWriter(new TerminalWriter(stream, charset));
    }

    @Override
    public void write(char[] text, int from, int count) {
        try {
            int end = from + count;
            int written = from;
            for (int i = from; i < end; i++) {
                boolean endsLine = text[i] == '\r' && i + 1 < end && text[i + 1] == '\n';
                if (isControl(text[i]) && !endsLine) {
                    out.write(text, written, i - written);
                    out.write(String.format(Locale.ROOT, "\\u%04x", (int) text[i]));
                    written = i + 1;
                }
            }
            out.write(text, written, end - written);
        } catch (IOException e) {
            throw new OutputException(e);
        }
    }

    /** Returns whether a character controls the terminal or the direction of the text. */
    private static boolean isControl(char c) {
        int type = Character.getType(c);
        return (type == Character.CONTROL && c != '\n' && c != '\t')
                || type == Character.FORMAT
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }

    @Override
    public void flush() {
        try {
            out.flush();
        } catch (IOException e) {
            throw new OutputException(e);
        }
    }

    @Override
    public void close() {
        flush();
    }
}
