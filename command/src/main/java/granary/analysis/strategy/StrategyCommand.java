package granary.analysis.strategy;

import granary.command.kit.Subcommand;
import picocli.CommandLine.Command;

/** Groups the commands on strategies. */
@Command(
        name = "strategy",
        description = "Makes strategies for games of two players, tests them, and plays one against another.",
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
public final class StrategyCommand extends Subcommand {}
