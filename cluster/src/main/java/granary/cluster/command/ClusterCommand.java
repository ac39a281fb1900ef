package granary.cluster.command;

import granary.builder.resource.ResourceModel;
import granary.builder.store.LayerFiles;
import granary.command.Granary;
import granary.command.kit.Subcommand;
import granary.command.option.LayersOption;
import granary.database.Listing;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
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

    /**
     * Returns the chosen ones of a database's layers.
     *
     * @throws granary.builder.InvalidRequestException when there are none, or some of them are compressed, or of those that captures lead into
     */
    static SortedSet<Integer> packed(LayersOption option, Listing listing) {
        SortedSet<Integer> chosen = option.of(listing);
        SortedSet<Integer> read = new TreeSet<>(chosen);
        int lowest = ResourceModel.lowestRead(listing.game(), chosen.first());
        read.addAll(listing.manifest().scoreLayers().subSet(lowest, chosen.last()));
        LayerFiles.requirePacked(listing, read);
        return chosen;
    }
}
