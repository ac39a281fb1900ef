package granary.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;

/**
 * The outcome of a command.
 *
 * @param exitCode its exit code
 * @param out what it printed
 * @param err what it printed on standard error
 */
public record Outcome(int exitCode, String out, String err) {
    /** Checks for success and an empty standard error. */
    public Outcome assertSuccess() {
        assertEquals("", err, toString());
        assertEquals(0, exitCode, toString());
        return this;
    }

    /** Checks for success, an empty standard error and output that contains these parts, and returns what was printed. */
    public String printed(String... parts) {
        assertSuccess();
        assertTrue(Arrays.stream(parts).allMatch(out::contains), toString());
        return out;
    }

    /** Checks that the command failed with a code and one line on standard error that contains these parts, and returns the line. */
    public String assertFailure(int code, String... parts) {
        List<String> lines = err.lines().toList();
        assertEquals(1, lines.size(), toString());
        assertTrue(Arrays.stream(parts).allMatch(err::contains), toString());
        assertEquals(code, exitCode, toString());
        return lines.get(0);
    }

    /** Checks that the command failed with a code, and returns the lines on standard error, one or more. */
    public List<String> assertFailures(int code) {
        assertEquals(code, exitCode, toString());
        List<String> lines = err.lines().toList();
        assertTrue(!lines.isEmpty(), toString());
        return lines;
    }

    /** Returns the lines that were printed. */
    public List<String> lines() {
        return out.lines().toList();
    }

    /** Returns whether the command told the user of a mistake in one line and did nothing else. */
    public boolean isMistake() {
        return exitCode == 2 && out.isEmpty() && err.lines().count() == 1 && err.startsWith("granary: ");
    }

    /** Checks that the command told the user of a mistake in one line that contains these parts, and did nothing else. */
    public void assertMistake(String... parts) {
        assertTrue(isMistake() && Arrays.stream(parts).allMatch(err::contains), toString());
    }

    /** Checks for success and that exactly this was printed. */
    public void assertPrints(String text) {
        assertEquals(text, printed());
    }
}
