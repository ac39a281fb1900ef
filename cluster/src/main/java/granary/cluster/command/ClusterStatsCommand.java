package granary.cluster.command;

import granary.builder.InvalidRequestException;
import granary.builder.command.DatabaseOption;
import granary.builder.command.ExitCode;
import granary.builder.command.LayerRange;
import granary.cluster.statistics.ClusterStatistics;
import granary.database.Database;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.SortedSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Counts a database on a cluster. */
@Command(
        name = "stats",
        description = "Counts scores, distances and moves of every position, and keeps the counts in the database's"
                + " directory, where granary stats and granary plot find them.",
        mixinStandardHelpOptions = true)
final class ClusterStatsCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DatabaseOption databaseOption = new DatabaseOption();

    @Option(
            names = "--layers",
            paramLabel = "A..B",
            converter = LayerRange.Converter.class,
            description = "These layers only.")
    private LayerRange range = LayerRange.ALL;

    @Override
    public Integer call() throws IOException {
        Application.requireMaster();
        PrintWriter out = spec.commandLine().getOut();
        try (Database database = databaseOption.open()) {
            SortedSet<Integer> layers = range.of(database.layers());
            if (layers.isEmpty()) {
                throw new InvalidRequestException(database.directory() + " holds nothing of " + range);
            }
            try (Application application = new Application("stats " + database.directory())) {
                ClusterStatistics statistics = new ClusterStatistics(application.tasks(), database);
                for (int layer : layers) {
                    boolean isCounted = statistics.count(layer);
                    out.println("layer " + layer + " of " + layers.last() + (isCounted ? "" : ": kept from before"));
                    out.flush();
                }
            }
            return ExitCode.SUCCESS.number();
        }
    }
}
