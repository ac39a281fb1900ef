package granary.cluster.command;

import granary.command.kit.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Commands that run as applications of Spark. */
@Command(
        name = "cluster",
        description = "Commands that run on a cluster, through spark-submit.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {ClusterBuildCommand.class, ClusterVerifyCommand.class, ClusterStatsCommand.class})
public final class ClusterCommand implements Subcommand, Runnable {
    /** For the service loader. */
    public ClusterCommand() {}

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which command?");
    }
}
