package granary.builder.command;

import granary.builder.OperationInterruptedException;
import granary.builder.Units;
import granary.builder.build.DatabaseBuild;
import granary.builder.build.Resources;
import granary.builder.plan.Plan;
import granary.builder.solve.LayerSolver;
import granary.builder.store.DatabaseDirectory;
import granary.game.Game;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Builds a database, or resumes an unfinished one. */
@Command(
        name = "build",
        description = "Builds a database, or resumes an unfinished one.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  granary build --dir db --seeds 12                  6-awari, all boards of up to 12 seeds",
            "  granary build --dir db --seeds 16                  resumes at 13",
            "  granary build --dir db4 --seeds 20 --pits 4 --rules strict",
            "",
            "Stop it at any moment with Ctrl-C; the same command resumes."
        })
final class BuildCommand implements Callable<Integer>, GameOptions.User {
    @Spec
    private CommandSpec spec;

    @Option(names = "--dir", required = true, paramLabel = "DIR", description = "The database's directory.")
    private Path directory;

    @Mixin
    private GameOptions gameOptions = new GameOptions();

    @Mixin
    private SolverOptions solverOptions = new SolverOptions();

    @Option(
            names = {"-v", "--verbose"},
            description = "Print the solver and its configuration.")
    private boolean verbose;

    @Override
    public GameOptions gameOptions() {
        return gameOptions;
    }

    @Override
    public Integer call() throws IOException {
        Game game = gameOptions.game();
        int topLayer = gameOptions.topLayer(game);
        LayerSolver layerSolver = solverOptions.solver(game, directory);
        try (Interruption interruption = new Interruption()) {
            return build(game, topLayer, layerSolver, interruption);
        }
    }

    private int build(Game game, int topLayer, LayerSolver layerSolver, Interruption interruption) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        try (DatabaseDirectory database = new DatabaseDirectory(directory, game);
                Progress progress = new Progress(out, database.lock().mark(), game, topLayer, interruption)) {
            if (verbose) {
                int threads = solverOptions.threads();
                out.println(layerSolver.description() + ", " + threads + (threads == 1 ? " thread" : " threads"));
            }
            announce(out, database, layerSolver, topLayer);
            DatabaseBuild.Summary summary = new DatabaseBuild(database, layerSolver, progress).run(topLayer);
            if (summary.layers() == 0) {
                out.println("nothing to do: " + directory + " holds all layers to " + topLayer);
            } else {
                double seconds = summary.time().toNanos() / 1e9;
                out.println("built " + summary.layers() + (summary.layers() == 1 ? " layer, " : " layers, ")
                        + Units.count(summary.positions()) + " positions in " + Units.seconds(seconds) + " ("
                        + Units.rate(summary.positions() / seconds) + "); " + directory + " takes "
                        + Units.bytes(summary.bytes()));
            }
            return 0;
        } catch (OperationInterruptedException e) {
            spec.commandLine()
                    .getErr()
                    .println("granary: interrupted; finished layers are kept. Run the same command to resume.");
            return ExitCode.INTERRUPTED.number();
        }
    }

    /** Says at once what would otherwise be met hours later: where the build resumes, and which layer will not fit. */
    private void announce(PrintWriter out, DatabaseDirectory database, LayerSolver layerSolver, int topLayer)
            throws IOException {
        int first = 0;
        while (first <= topLayer && database.has(first)) {
            first++;
        }
        double share = database.lock().shareBefore(first);
        if (share > 0 && layerSolver.isReserved(first)) {
            out.println("resuming layer " + first + " at " + Math.round(100 * share) + " %");
        }
        Resources resources = Resources.of(directory, layerSolver.scratch());
        Plan plan = new Plan(database.game(), first, topLayer, layerSolver, resources);
        OptionalInt tooLarge = plan.firstTooLarge();
        if (tooLarge.isPresent() && tooLarge.getAsInt() > first) {
            int layer = tooLarge.getAsInt();
            out.println("layer " + layer + " will not fit, so the build will end at layer " + (layer - 1) + ": it "
                    + plan.shortages(layer).getFirst().description());
        }
        out.flush();
    }
}
