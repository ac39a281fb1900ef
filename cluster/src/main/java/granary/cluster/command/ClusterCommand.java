package granary.cluster.command;

import granary.command.kit.Subcommand;
import picocli.CommandLine.Command;

/** Commands that run as Spark applications. */
@Command(
        name = "cluster",
        description = "Commands that run on a cluster, through spark-submit.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {ClusterBuildCommand.class, ClusterVerifyCommand.class, ClusterStatsCommand.class})
public final class ClusterCommand extends Subcommand {}
