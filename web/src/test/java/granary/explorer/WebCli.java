package granary.explorer;

import granary.command.Granary;
import granary.command.testing.Cli;
import granary.testing.ChildJvm;
import granary.testing.Outcome;
import java.util.List;

/** Runs the command line with the commands of this module, inside the test's JVM or in one of its own. */
public final class WebCli {
    private WebCli() {}

    /** Runs the command line. */
    public static void main(String[] arguments) {
        Granary.main(WebCommands.ALL, arguments);
    }

    /** Returns the command line that runs a command in a JVM of its own. */
    public static List<String> command(Object... arguments) {
        return ChildJvm.command(WebCli.class, arguments);
    }

    /** Runs a command. */
    public static Outcome run(Object... arguments) {
        return Cli.run(WebCommands.ALL, arguments);
    }
}
