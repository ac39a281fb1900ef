package granary.command.testing;

import granary.command.Granary;
import granary.command.kit.Subcommand;
import granary.command.kit.TerminalWriter;
import granary.testing.ChildJvm;
import granary.testing.Outcome;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Runs the command line, inside the test's JVM or in one of its own. */
public final class Cli {
    private Cli() {}

    /** Returns the command line that runs a command in a JVM of its own, with this one's class path and flags. */
    public static List<String> command(Object... arguments) {
        return ChildJvm.command(Granary.class, arguments);
    }

    /** Runs a command in a JVM of its own. */
    public static Outcome child(Object... arguments) throws IOException, InterruptedException {
        return ChildJvm.run(command(arguments));
    }

    /** Runs a command in a JVM of its own, and ends it by SIGTERM once it has printed a text. */
    public static Outcome interrupted(String text, Object... arguments) throws IOException, InterruptedException {
        ChildJvm.Running running = ChildJvm.start(command(arguments), Path.of(""));
        try {
            while (running.process().isAlive()
                    && !Files.readString(running.out()).contains(text)) {
                Thread.sleep(5);
            }
        } finally {
            running.process().toHandle().destroy();
        }
        return running.await();
    }

    /** Runs a command; {@code null} never stands among the arguments, and anything else is turned to text. */
    public static Outcome run(Object... arguments) {
        return run(Map.of(), arguments);
    }

    /** Runs a command, maybe one of another module. */
    public static Outcome run(Map<String, Supplier<Subcommand>> more, Object... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode = Granary.run(
                more,
                TerminalWriter.over(out, StandardCharsets.UTF_8),
                TerminalWriter.over(err, StandardCharsets.UTF_8),
                ChildJvm.words(arguments));
        return new Outcome(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Runs a command given as one line, words separated by single blanks. */
    public static Outcome line(String line) {
        return run((Object[]) line.split(" ", -1));
    }

    /** Runs a command, given as one line, for a user who types a text. */
    public static Outcome line(String line, String typed) {
        return typing(typed, () -> line(line));
    }

    /** Returns the outcome of a command for a user who types a text. One at a time, since the process has one standard input. */
    public static synchronized Outcome typing(String typed, Supplier<Outcome> command) {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)));
        try {
            return command.get();
        } finally {
            System.setIn(before);
        }
    }
}
