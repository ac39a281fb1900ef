package granary.command.testing;

import granary.command.Granary;
import granary.command.kit.Subcommand;
import granary.testing.ChildJvm;
import granary.testing.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
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

    /** Runs a command; {@code null} never stands among the arguments, and anything else is turned to text. */
    public static Outcome run(Object... arguments) {
        return run(Map.of(), arguments);
    }

    /** Runs a command, maybe one of another module. */
    public static synchronized Outcome run(Map<String, Supplier<Subcommand>> more, Object... arguments) {
        PrintStream realOut = System.out;
        PrintStream realErr = System.err;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            int exitCode = Granary.run(more, ChildJvm.words(arguments));
            return new Outcome(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(realOut);
            System.setErr(realErr);
        }
    }
}
