package granary.analysis.chain;

import granary.command.kit.Subcommand;
import picocli.CommandLine.Command;

/** The commands of Chain. */
@Command(
        name = "chain",
        description = "Prints the table of Chain's values, and compares methods of computing them.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {TableCommand.class, ChainSearchesCommand.class})
public final class ChainCommand extends Subcommand {}
