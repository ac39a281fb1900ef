package granary.analysis.strategy;

import granary.command.kit.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The commands on strategies. */
@Command(
        name = "strategy",
        description = "Makes strategies for games of two players, tests them, and plays one against another.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {StrategyExtractCommand.class, StrategyTestCommand.class, StrategyPlayCommand.class},
        footer = {
            "",
            "Examples:",
            "  granary build --game chomp --rows 3 --columns 3 --dir db",
            "  granary strategy extract --dir db --out first.txt",
            "  granary strategy extract --dir db --player second --out second.txt",
            "  granary strategy test first.txt",
            "  granary strategy play first.txt second.txt"
        })
public final class StrategyCommand implements Subcommand, Runnable {
    /** For the service loader. */
    public StrategyCommand() {}

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command?");
    }
}
