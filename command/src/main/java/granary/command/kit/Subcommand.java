package granary.command.kit;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * A command, such as {@code granary play}. It returns the exit code.
 *
 * <p>Subclasses carry picocli's annotations. One that has a public constructor without arguments and is named in
 * {@code META-INF/services/granary.command.kit.Subcommand} becomes a command of the command line, which does not know it. A mistake
 * of the user is a {@link granary.builder.InvalidRequestException}, a failed check a {@link granary.builder.CheckFailedException}.
 */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
public abstract class Subcommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    /** Makes a command. */
    protected Subcommand() {}

    /** Returns what picocli knows of the command. */
    protected final CommandSpec spec() {
        return spec;
    }

    /** Returns standard output. */
    protected final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Returns standard error. */
    protected final PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
