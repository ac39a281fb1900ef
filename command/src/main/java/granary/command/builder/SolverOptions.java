package granary.command.builder;

import granary.builder.database.Solvers;
import granary.builder.memory.FileMemory;
import granary.builder.memory.MainMemory;
import granary.builder.memory.MemoryProvider;
import granary.builder.memory.ProcessMemory;
import granary.builder.memory.WindowPages;
import granary.builder.solve.LayerSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.command.option.PathWord;
import granary.command.option.ThreadsOption;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that choose a solver and its working memory. */
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

    @Option(
            names = "--scratch",
            paramLabel = "DIR",
            converter = PathWord.Directory.class,
            description =
                    "Keep the working memory in a file in this directory. A killed build resumes from it. By default,"
                            + " working memory is main memory, or, where it does not fit, a file in the database's"
                            + " directory.")
    private Path scratch;

    /** Returns the directory for working memory; null where it is not named. */
    Path scratch() {
        return scratch;
    }

    /** Returns the number of threads. */
    int threads() {
        return threadsOption.threads();
    }

    /** Returns the solver for a game. */
    LayerSolver solver(Game game) {
        return Solvers.of(solver, game, threads(), KernelChoice.of(kernels));
    }

    /** Returns the provider of working memory for a database in a directory, without checkpoints. */
    MemoryProvider memory(LayerSolver layerSolver, Game game, Path directory) {
        return memory(layerSolver, game, directory, null, failure -> {});
    }

    /**
     * Returns the provider of working memory for a database in a directory.
     *
     * @param interval time between checkpoints; null for none
     * @param failed receives the error of each failed checkpoint
     */
    MemoryProvider memory(
            LayerSolver layerSolver, Game game, Path directory, Duration interval, Consumer<IOException> failed) {
        return scratch != null
                ? new FileMemory(scratch, game.identity(), MainMemory::available, interval, WindowPages::pageBytes)
                : Solvers.memory(layerSolver, game, directory, interval, failed);
    }

    /**
     * Returns a provider of working memory that leaves no files in the database's directory: main memory, or files in
     * the directory of {@code --scratch}.
     */
    MemoryProvider memory(Game game) {
        return scratch != null ? new FileMemory(scratch, game.identity(), MainMemory::available) : new ProcessMemory();
    }
}
