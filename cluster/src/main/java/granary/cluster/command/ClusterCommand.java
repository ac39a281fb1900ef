package granary.cluster.command;

import granary.command.Granary;
import granary.command.kit.Subcommand;
import java.util.Map;
import picocli.CommandLine.Command;

/** Commands that run as Spark applications. */
@Command(
        name = "cluster",
        description = "Commands that run on a cluster, through spark-submit.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {ClusterBuildCommand.class, ClusterVerifyCommand.class, ClusterStatsCommand.class})
public final class ClusterCommand extends Subcommand {
    /** Runs the command line with this command. */
    public static void main(String[] arguments) {
        Granary.main(Map.of("cluster", ClusterCommand::new), arguments);
    }
}
