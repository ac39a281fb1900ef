package granary.command.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import granary.testing.ChildJvm;
import granary.testing.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs commands at a pseudo-terminal of 80 columns, which {@code script} of util-linux makes. Where it is not installed, tests are
 * skipped, unless {@code -Dgranary.tools=required} says that they must not be.
 */
public final class AtTerminal {
    private static final String CLEAR_BELOW = "\u001b[J";

    private AtTerminal() {}

    /** Runs a command line, which redraws its line at every occasion, in a JVM of its own. Standard error is part of the output. */
    public static Outcome run(Object... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(Cli.command(arguments));
        words.removeIf(
                word -> word.startsWith("-XX:Tiered")); // sealing computes with vectors, which need the other compiler
        words.add(1, "-Dgranary.redraw=0");
        return run(words);
    }

    /** Runs a program. */
    public static Outcome run(List<String> words) throws IOException, InterruptedException {
        boolean isInstalled = Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(place -> Files.isExecutable(Path.of(place, "script")));
        if (!isInstalled && System.getProperty("granary.tools", "").equals("required")) {
            fail("script (util-linux) is not installed");
        }
        assumeTrue(isInstalled, "script (util-linux) is not installed");
        String command = words.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        return ChildJvm.run(
                List.of("script", "-qefc", "stty cols 80 rows 24; TERM=xterm exec " + command, "/dev/null"));
    }

    /**
     * Runs a command that takes long where its work is large: it shows a line that moves, which is gone at the end, and knows what it
     * is doing all the time.
     *
     * @return the lines that stay on the screen
     */
    public static List<String> runLong(Object... arguments) throws IOException, InterruptedException {
        Outcome outcome = run(arguments);
        assertEquals(0, outcome.exitCode(), outcome.toString());
        for (String wrong : List.of("layer -1", "of 0 ", "NaN", "Exception", "internal error", "\tat ")) {
            assertFalse(outcome.out().contains(wrong), wrong + " in " + outcome.out());
        }
        assertTrue(outcome.out().contains(CLEAR_BELOW), "no line that moves in " + outcome.out());
        return screen(outcome.out());
    }

    /** Returns the lines that stay on a screen that is long enough. */
    public static List<String> screen(String output) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        int column = 0;
        for (int at = 0; at < output.length(); at++) {
            char next = output.charAt(at);
            if (output.startsWith(CLEAR_BELOW, at)) {
                line.setLength(Math.min(column, line.length()));
                at += CLEAR_BELOW.length() - 1;
            } else if (next == '\r') {
                column = 0;
            } else if (next == '\n') {
                lines.add(line.toString());
                line.setLength(0);
                column = 0;
            } else {
                line.replace(column, Math.min(column + 1, line.length()), String.valueOf(next));
                column++;
            }
        }
        if (!line.isEmpty()) {
            lines.add(line.toString());
        }
        return lines;
    }
}
