package granary.analysis.chexers;

import granary.command.kit.Subcommand;
import picocli.CommandLine.Command;

/** The commands of Chexers. */
@Command(
        name = "chexers",
        description = "Solves single boards of Chexers, and compares search methods.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {SolveCommand.class, ChexersSearchesCommand.class})
public final class ChexersCommand extends Subcommand {}
