package granary.command.kit;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A command of the command line. Subclasses inherit {@code --help}, the order of options as declared, and the writers.
 *
 * <p>Commands report errors by throwing
 * {@link granary.builder.InvalidRequestException} or {@link granary.builder.CheckFailedException}.
 */
@Command(mixinStandardHelpOptions = true, sortOptions = false)
public abstract class Subcommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    /** Runs the command and returns its exit code. {@link ExitCode#of} gives the code of an exception. */
    @Override
    public Integer call() throws IOException, InterruptedException {
        run();
        return ExitCode.SUCCESS.number();
    }

    /**
     * Does the work. A command that only groups subcommands does not override this method and asks for a subcommand.
     */
    protected void run() throws IOException, InterruptedException {
        throw new ParameterException(spec.commandLine(), "which command?");
    }

    /** Returns the writer for results. The writer is flushed when the command ends. */
    protected final PrintWriter out() {
        return spec.commandLine().getOut();
    }

    /** Returns the writer for errors and warnings. */
    protected final PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
