package granary.command;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/**
 * A run of the command line.
 *
 * @param code the exit code
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
public record Run(int code, String out, String err) {
    /** Runs a command. Standard output and error belong to the whole process, so one at a time. */
    public static synchronized Run of(String... arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
        ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
        try (PrintStream newOut = new PrintStream(outBytes, true, StandardCharsets.UTF_8);
                PrintStream newErr = new PrintStream(errBytes, true, StandardCharsets.UTF_8)) {
            System.setOut(newOut);
            System.setErr(newErr);
            int code = Granary.run(arguments);
            return new Run(code, outBytes.toString(StandardCharsets.UTF_8), errBytes.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    /** Runs a command given as one line, words separated by single blanks. */
    public static Run line(String line) {
        return of(line.split(" ", -1));
    }

    /** Runs a command, given as one line, for a user who types a text. */
    public static Run line(String line, String typed) {
        return typing(typed, () -> line(line));
    }

    /** Returns what a command gives for a user who types a text. Standard input belongs to the whole process, so one at a time. */
    public static synchronized <T> T typing(String typed, Supplier<T> command) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)));
        try {
            return command.get();
        } finally {
            System.setIn(before);
        }
    }

    /** Returns the lines of standard output. */
    public List<String> lines() {
        return out.lines().toList();
    }

    /** Returns whether the run told the user of a mistake in one line and did nothing else. */
    public boolean isMistake() {
        return code == 2 && out.isEmpty() && err.lines().count() == 1 && err.startsWith("granary: ");
    }
}
