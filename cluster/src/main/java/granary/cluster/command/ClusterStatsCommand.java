package granary.cluster.command;

import granary.cluster.Tasks;
import granary.cluster.statistics.ClusterStatistics;
import granary.command.kit.Subcommand;
import granary.command.option.DatabaseOption;
import granary.command.option.LayersOption;
import granary.database.Database;
import java.io.IOException;
import java.util.SortedSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Counts a database on a cluster. */
@Command(
        name = "stats",
        description = "Counts scores, distances and moves of every position, and keeps the counts in the database's"
                + " directory, where granary stats and granary plot find them.")
final class ClusterStatsCommand extends Subcommand {
    @Mixin
    private DatabaseOption databaseOption = DatabaseOption.local();

    @Mixin
    private LayersOption layersOption = new LayersOption();

    @Override
    protected void run() throws IOException {
        Tasks.requireMaster();
        try (Database database = databaseOption.open()) {
            SortedSet<Integer> layers = ClusterCommand.packed(layersOption, database.listing());
            try (Tasks tasks = new Tasks("stats " + database.where())) {
                ClusterStatistics statistics = new ClusterStatistics(tasks, database);
                for (int layer : layers) {
                    boolean isCounted = statistics.count(layer);
                    out().println("layer " + layer + " of " + layers.last() + (isCounted ? "" : ": already counted"));
                    out().flush();
                }
            }
        }
    }
}
