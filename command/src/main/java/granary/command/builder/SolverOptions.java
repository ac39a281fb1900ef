package granary.command.builder;

import granary.builder.database.Solvers;
import granary.builder.solve.LayerSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.command.option.ThreadsOption;
import granary.game.Game;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that choose a solver. */
final class SolverOptions {
    @Option(
            names = "--solver",
            paramLabel = "SOLVER",
            description = "sweep (awari only) or retrograde (the reference). By default, the fastest available."
                    + " Distances are always swept.")
    private String solver;

    @Option(
            names = "--kernels",
            paramLabel = "KERNELS",
            defaultValue = "auto",
            description = "The sweep solver's inner loops: scalar, 128, 256 or 512 (bits of a vector), or auto: what"
                    + " suits the layer and, by measurement, the machine (the default).")
    private String kernels;

    @Mixin
    private ThreadsOption threadsOption = new ThreadsOption();

    /** Returns the number of threads. */
    int threads() {
        return threadsOption.threads();
    }

    /** Returns the solver for a game. */
    LayerSolver solver(Game game) {
        return Solvers.of(solver, game, threads(), KernelChoice.of(kernels));
    }
}
