package granary.command.kit;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A command of the command line. What it inherits: {@code --help}, options in the order of the class, and the writers.
 *
 * <p>Another module adds a command, such as {@code granary play}, as a public class with a public constructor without
 * arguments, which {@link java.util.ServiceLoader} finds. It reports to the user as the others do:
 * {@link granary.builder.InvalidRequestException} and {@link granary.builder.CheckFailedException}.
 */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
public abstract class Subcommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    /** Runs the command and returns its exit code. An exception has the code of {@link ExitCode#of}. */
    @Override
    public Integer call() throws IOException, InterruptedException {
        run();
        return ExitCode.SUCCESS.number();
    }

    /** Does the work. A command that only groups others has none: it asks which of them is meant. */
    protected void run() throws IOException, InterruptedException {
        throw new ParameterException(spec.commandLine(), "which command?");
    }

    /** Returns the writer for results. It is flushed when the command ends. */
    protected final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Returns the writer for complaints. */
    protected final PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
