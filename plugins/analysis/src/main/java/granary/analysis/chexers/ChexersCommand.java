package granary.analysis.chexers;

import granary.command.kit.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands of Chexers. */
@Command(
        name = "chexers",
        description = "Solves single boards of Chexers, and compares the ways to do it.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {SolveCommand.class, CompareCommand.class})
public final class ChexersCommand implements Subcommand, Runnable {
    @Spec
    private CommandSpec spec;

    /** For the service loader. */
    public ChexersCommand() {}

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command?");
    }
}
