package granary.command.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.testing.ChildJvm;
import granary.testing.Outcome;
import granary.testing.Tools;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Runs commands at a pseudo-terminal of 80 columns, which {@code script} of util-linux makes. If it is not installed, tests are
 * skipped, unless {@code -Dgranary.tools=required} says that they must not be.
 */
public final class AtTerminal {
    private static final String CLEAR_BELOW = "\u001b[J";
    /** A layer, the last layer, and the share of it that is done. */
    private static final Pattern LAYER = Pattern.compile("\\blayer (\\S+) of (\\S+?)(?::| +(\\S+) %)");

    private AtTerminal() {}

    /** Runs a command line, which redraws its line at every occasion, in a JVM of its own. Standard error is part of the output. */
    public static Outcome run(Object... arguments) throws IOException, InterruptedException {
        return redrawn(Cli.command(arguments));
    }

    private static Outcome redrawn(List<String> command) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(command);
        words.removeIf(word ->
                word.startsWith("-XX:Tiered")); // compressing computes with vectors, which need the other compiler
        words.add(1, "-Dgranary.redraw=0");
        return run(words);
    }

    /** Runs a program. */
    public static Outcome run(List<String> words) throws IOException, InterruptedException {
        Tools.require(Tools.onPath("script").findAny().isPresent(), "script (util-linux) is not installed");
        String command = words.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        return ChildJvm.run(
                List.of("script", "-qefc", "stty cols 80 rows 24; TERM=xterm exec " + command, "/dev/null"));
    }

    /**
     * Runs a command that takes long where its work is large: it shows a line that moves, which is gone at the end, and knows what it
     * is doing all the time. Each layer has one line at most, and no share of one is below 0 or above 100 %.
     *
     * @return the lines that stay on the screen
     */
    public static List<String> runLong(Object... arguments) throws IOException, InterruptedException {
        return runLong(Cli.command(arguments));
    }

    /** Does the same with the words that start a command line. */
    public static List<String> runLong(List<String> command) throws IOException, InterruptedException {
        Outcome outcome = redrawn(command);
        assertEquals(0, outcome.exitCode(), outcome.toString());
        for (String wrong : List.of("layer -1", "of 0 ", "NaN", "Exception", "internal error", "\tat ")) {
            assertFalse(outcome.out().contains(wrong), wrong + " in " + outcome.out());
        }
        assertTrue(outcome.out().contains(CLEAR_BELOW), "no line that moves in " + outcome.out());
        LAYER.matcher(outcome.out()).results().forEach(found -> {
            assertTrue(
                    Integer.parseUnsignedInt(found.group(1)) <= Integer.parseUnsignedInt(found.group(2)),
                    found.group());
            assertTrue(found.group(3) == null || Integer.parseUnsignedInt(found.group(3)) <= 100, found.group());
        });
        List<String> screen = screen(outcome.out());
        List<String> layers = screen.stream()
                .filter(line -> LAYER.matcher(line).find())
                .map(line -> line.split(":", 2)[0])
                .toList();
        assertEquals(new LinkedHashSet<>(layers).size(), layers.size(), () -> "a layer has two lines in " + screen);
        return screen;
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
