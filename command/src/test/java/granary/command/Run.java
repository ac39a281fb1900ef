package granary.command;

import granary.command.testing.Cli;
import granary.testing.Outcome;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
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
    /** Runs a command. */
    public static Run of(String... arguments) {
        Outcome outcome = Cli.run((Object[]) arguments);
        return new Run(outcome.exitCode(), outcome.out(), outcome.err());
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
