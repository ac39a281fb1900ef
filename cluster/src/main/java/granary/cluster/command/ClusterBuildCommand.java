package granary.cluster.command;

import granary.awari.Awari;
import granary.builder.InvalidRequestException;
import granary.builder.database.Build;
import granary.builder.store.DatabaseDirectory;
import granary.cluster.Tasks;
import granary.cluster.layer.ClusterSolver;
import granary.command.builder.BuildCommand;
import granary.command.kit.Progress;
import granary.command.kit.Subcommand;
import granary.command.option.GameOptions;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Builds a database of awari on a cluster. */
@Command(
        name = "build",
        description = "Builds a database of awari, or resumes an unfinished one.",
        footer = {"", "The same command resumes, after the last finished superstep of the current layer."})
final class ClusterBuildCommand extends Subcommand {
    @Option(
            names = "--dir",
            required = true,
            paramLabel = "DIR",
            description = "The database's directory, on storage that all nodes mount at the same path.")
    private Path directory;

    @Mixin
    private GameOptions gameOptions = new GameOptions();

    @Option(
            names = "--task-bytes",
            paramLabel = "BYTES",
            defaultValue = "1073741824",
            description =
                    "About the most bytes of the partitions that a task works on; what it reads of others comes on top"
                            + " (${DEFAULT-VALUE}).")
    private long taskBytes;

    @Option(
            names = "--small-layer",
            paramLabel = "POSITIONS",
            defaultValue = "20000000",
            description = "The driver solves layers with fewer positions by itself (${DEFAULT-VALUE}).")
    private long smallLayer;

    @Override
    protected void run() throws IOException {
        Game game = gameOptions.game();
        int topLayer = gameOptions.topLayer(game);
        if (!(game instanceof Awari awari)) {
            throw new InvalidRequestException(
                    "only awari can be built on a cluster; for " + game.type().id() + " use granary build");
        }
        if (taskBytes < 1) {
            throw new InvalidRequestException("--task-bytes must be 1 or more");
        }
        Tasks.requireMaster();
        if (!game.settlesEndlessPlay()) {
            out().println("a cluster computes scores alone; granary build adds bounds on one machine");
        }
        int threads = Runtime.getRuntime().availableProcessors();
        try (DatabaseDirectory database = new DatabaseDirectory(directory, game);
                Tasks tasks = new Tasks("build " + directory);
                Progress progress = new Progress(out(), database.lock().mark(), game, topLayer)) {
            ClusterSolver solver = new ClusterSolver(tasks, directory, awari, threads, taskBytes, smallLayer);
            Build.Summary summary = new Build(database, solver, progress).run(topLayer);
            out().println(BuildCommand.text(directory, topLayer, summary));
        }
    }
}
