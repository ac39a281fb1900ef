package granary.builder.command;

import granary.builder.build.Solvers;
import granary.builder.solve.LayerSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.game.Game;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options that choose a solver. */
final class SolverOptions {
    @Option(
            names = "--solver",
            paramLabel = "SOLVER",
            description = "sweep (awari only) or retrograde (the reference). By default the fastest available.")
    private String solver;

    @Option(
            names = "--kernels",
            paramLabel = "KERNELS",
            defaultValue = "auto",
            description = "The sweep solver's inner loops: scalar, 128, 256 or 512 (bits of a vector), or auto: what"
                    + " suits the layer and, by measurement, the machine (the default).")
    private String kernels;

    @Option(names = "--threads", paramLabel = "T", description = "Number of threads. By default one per processor.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--scratch",
            paramLabel = "DIR",
            description = "Directory of the sweep solver's working memory, for instance a tmpfs. By default the"
                    + " database's directory.")
    private Path scratch;

    /** Returns the number of threads. */
    int threads() {
        Threads.check(threads);
        return threads;
    }

    /** Returns the solver for a game's database in a directory. */
    LayerSolver solver(Game game, Path directory) {
        return Solvers.of(solver, game, threads(), scratch == null ? directory : scratch, KernelChoice.of(kernels));
    }
}
