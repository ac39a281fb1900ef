package granary.builder.command;

import granary.builder.build.Resources;
import granary.builder.build.Solvers;
import granary.builder.plan.AwariTables;
import granary.builder.plan.Calibration;
import granary.builder.plan.Plan;
import granary.builder.solve.LayerSolver;
import granary.game.Game;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows what a build takes. */
@Command(
        name = "plan",
        description = "Shows, layer by layer, what a build takes and whether this machine can do it.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  granary plan --seeds 48",
            "  granary plan --seeds 24 --pits 4",
            "  granary plan --tables            the space and cost tables of awari's complexity analysis"
        })
final class PlanCommand implements Callable<Integer>, GameOptions.User {
    @Spec
    private CommandSpec spec;

    @Mixin
    private GameOptions gameOptions = new GameOptions();

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            defaultValue = ".",
            description = "Where the database is to be; its disk must hold it (the current directory).")
    private Path directory;

    @Option(
            names = "--calibrate",
            description = "Build for some seconds first, and predict from that how long the whole build takes.")
    private boolean calibrate;

    @Option(
            names = "--threads",
            paramLabel = "T",
            description = "Threads to calibrate with. By default one for each processor.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--tables", description = "Print the tables of the complexity analysis of awari instead.")
    private boolean tables;

    @Override
    public GameOptions gameOptions() {
        return gameOptions;
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (tables) {
            out.println(
                    "4-awari, space at log2(49) bits a score; (a) accessible under the strict rules, (c) cumulated");
            out.println(AwariTables.fourPits());
            out.println();
            out.println("6-awari, space at log2(97) bits a score; (c) cumulated, (real) two bytes a position");
            out.println(AwariTables.sixPits());
            out.println();
            out.println("6-awari, accesses to the table by retrograde analysis");
            out.println(AwariTables.cost());
        } else {
            Game game = gameOptions.game();
            long disk = Files.getFileStore(existing(directory.toAbsolutePath())).getUsableSpace();
            LayerSolver solver = Solvers.of(null, game, 1, directory);
            int topLayer = gameOptions.topLayer(game);
            Plan plan = new Plan(game, topLayer, solver::workingBytes, Resources.memory(), disk);
            out.println(plan.table());
            if (calibrate) {
                out.println();
                out.println(plan.prediction(calibration(game)));
            }
        }
        return 0;
    }

    private Calibration calibration(Game game) throws IOException {
        Threads.check(threads);
        Path parent = existing(directory.toAbsolutePath());
        return Calibration.run(game, scratch -> Solvers.of(null, game, threads, scratch), threads, parent);
    }

    /** Returns the directory or the nearest one above it that exists. */
    private static Path existing(Path directory) {
        Path path = directory;
        while (!Files.exists(path)) {
            path = path.getParent();
        }
        return path;
    }
}
