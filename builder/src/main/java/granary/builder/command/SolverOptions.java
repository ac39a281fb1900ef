package granary.builder.command;

import granary.builder.build.Solvers;
import granary.builder.memory.FileMemory;
import granary.builder.memory.MemoryProvider;
import granary.builder.memory.ProcessMemory;
import granary.builder.solve.LayerSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.game.Game;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that choose a solver and its working memory. */
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

    @Mixin
    private ThreadsOption threadsOption = new ThreadsOption();

    @Option(
            names = "--scratch",
            paramLabel = "DIR",
            description =
                    "Keep the working memory in a file in this directory, for instance a tmpfs. By default a solver"
                            + " that can resume within a layer keeps it in the database's directory.")
    private Path scratch;

    /** Returns the number of threads. */
    int threads() {
        return threadsOption.threads();
    }

    /** Returns the solver for a game. */
    LayerSolver solver(Game game) {
        return Solvers.of(solver, game, threads(), KernelChoice.of(kernels));
    }

    /** Returns where a solver gets its working memory when the database is in a directory. */
    MemoryProvider memory(LayerSolver layerSolver, Game game, Path directory) {
        return scratch != null
                ? new FileMemory(scratch, game.identity())
                : Solvers.memory(layerSolver, game, directory);
    }

    /** Returns working memory that leaves no files where the user named no directory for them. */
    MemoryProvider memory(Game game) {
        return scratch != null ? new FileMemory(scratch, game.identity()) : new ProcessMemory();
    }
}
