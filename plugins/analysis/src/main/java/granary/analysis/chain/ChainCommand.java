package granary.analysis.chain;

import granary.command.kit.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands of Chain. */
@Command(
        name = "chain",
        description = "Prints the table of Chain's values, and compares the ways to find them.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {TableCommand.class, CompareCommand.class})
public final class ChainCommand implements Subcommand, Runnable {
    @Spec
    private CommandSpec spec;

    /** For the service loader. */
    public ChainCommand() {}

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command?");
    }
}
