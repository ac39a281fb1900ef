package granary.analysis.chexers;

import granary.command.kit.Subcommand;
import picocli.CommandLine.Command;

/** The commands of Chexers. */
@Command(
        name = "chexers",
        description = "Solves single boards of Chexers, and compares the ways to do it.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {SolveCommand.class, ChexersSearchesCommand.class})
public final class ChexersCommand extends Subcommand {}
