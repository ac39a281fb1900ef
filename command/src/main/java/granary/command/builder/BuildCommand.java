package granary.command.builder;

import granary.builder.CheckFailedException;
import granary.builder.Units;
import granary.builder.database.Build;
import granary.builder.database.Resources;
import granary.builder.memory.MainMemory;
import granary.builder.memory.MemoryProvider;
import granary.builder.memory.WorkFiles;
import granary.builder.solve.LayerSolver;
import granary.builder.store.DatabaseDirectory;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.command.kit.Progress;
import granary.command.kit.Subcommand;
import granary.command.option.DatabaseOption;
import granary.command.option.GameOptions;
import granary.command.option.PathWord;
import granary.command.option.SizeWord;
import granary.command.plan.Plan;
import granary.database.Database;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Builds a database, or resumes an unfinished one. */
@Command(
        name = "build",
        description = "Builds a database, or resumes an unfinished one.",
        footer = {
            "",
            "Examples:",
            "  granary build --dir db --seeds 12              6-awari, up to 12 seeds",
            "  granary build --dir db --seeds 16              resumes at 13",
            "  granary build --dir db --seeds 16 --distances  adds distances to conversion",
            "  granary build --dir db4 --seeds 20 --pits 4 --rules strict",
            "",
            "An existing database keeps its rule set. Press Ctrl-C at any time; run the same command again to resume."
        })
public final class BuildCommand extends Subcommand {
    @Mixin
    private DatabaseOption databaseOption = DatabaseOption.local();

    @Mixin
    private GameOptions gameOptions = new GameOptions();

    @Mixin
    private KindOptions kindOptions = new KindOptions();

    @Mixin
    private SolverOptions solverOptions = new SolverOptions();

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = SizeWord.class,
            description =
                    "The main memory for working memory, outside the Java heap, such as 64G. By default, all that is"
                            + " available. A layer that needs more is solved partition by partition, through a file.")
    private Long memorySize;

    @Option(
            names = "--scratch",
            paramLabel = "DIR",
            converter = PathWord.Directory.class,
            description = "The directory of that file. By default, the database's.")
    private Path scratch;

    @Option(
            names = {"-v", "--verbose"},
            description =
                    "Print the solver and its configuration. For each larger layer, print the time of its phases, and the"
                            + " shares of it during which only one thread works and threads wait.")
    private boolean verbose;

    @Override
    protected void run() throws IOException {
        Path directory = databaseOption.directory();
        Game game = gameOptions.gameOf(directory);
        int topLayer = gameOptions.topLayer(game);
        Set<FileKind> kinds = kindOptions.of(game);
        if (!Files.isWritable(directory) && isComplete(directory, game, topLayer, kinds)) {
            out().println(nothingToDo(directory, topLayer));
            return;
        }
        LayerSolver solver = solverOptions.solver(game);
        MemoryProvider memory = new MemoryProvider(
                scratch == null ? directory : scratch,
                game.identity(),
                memorySize == null ? MainMemory::available : () -> memorySize);
        try (DatabaseDirectory database = new DatabaseDirectory(directory, game)) {
            if (verbose) {
                int threads = solverOptions.threads();
                out().println(solver.description() + ", " + threads + (threads == 1 ? " thread" : " threads"));
            }
            // The working files of the first layer are removed before the next one begins.
            long work = new WorkFiles(memory.directory(), game.identity()).bytes();
            Resources resources = Resources.of(directory, memory).plus(0, work);
            announce(new Plan(
                    game, topLayer, solver, memory, resources, kinds, layer -> database.missing(layer, kinds)));
            Build.Summary summary;
            try (Progress progress = new Progress(out(), database.lock().mark(), game, topLayer)) {
                if (verbose) {
                    progress.printTimes(solverOptions.threads());
                }
                Build build = new Build(database, solver, memory, progress);
                summary = build.with(kinds.toArray(FileKind[]::new)).run(topLayer);
            }
            out().println(text(directory, topLayer, summary));
        }
    }

    /** Returns whether a directory holds all files of a game's layers up to one; scores may be packed or compressed. */
    private static boolean isComplete(Path directory, Game game, int topLayer, Set<FileKind> kinds) {
        if (!Files.exists(directory.resolve(Manifest.FILE_NAME))) {
            return false;
        }
        try (Database database = Database.open(directory)) {
            return database.game().identity().equals(game.identity())
                    && IntStream.rangeClosed(0, topLayer)
                            .allMatch(layer -> kinds.stream()
                                    .allMatch(kind -> kind == FileKind.SCORES
                                            ? database.layers().contains(layer)
                                            : database.listing().layers(kind).contains(layer)));
        }
    }

    private static String nothingToDo(Path directory, int topLayer) {
        return "nothing to do: " + directory + " holds all layers to " + topLayer;
    }

    /** Returns a summary of a build, for people. */
    public static String text(Path directory, int topLayer, Build.Summary summary) {
        if (summary.layers() == 0) {
            return nothingToDo(directory, topLayer);
        }
        double seconds = summary.time().toNanos() / 1e9;
        return "built " + summary.layers() + (summary.layers() == 1 ? " layer, " : " layers, ")
                + Units.count(summary.positions()) + " positions in " + Units.seconds(seconds) + " ("
                + Units.rate(summary.positions() / seconds) + "); " + directory + " takes "
                + Units.bytes(summary.bytes());
    }

    /**
     * Prints at once what the user would otherwise learn hours later: the first layer that will not fit.
     *
     * @throws CheckFailedException when a layer needs more memory at once, as bounds do
     */
    private void announce(Plan plan) {
        if (plan.solver() instanceof SweepSolver
                && KernelChoice.lacksModule(plan.game().size(plan.topLayer()))) {
            out().println(
                            "Java's vector module is missing, so the slow scalar loops run; for the fast ones, start with the"
                                    + " launcher 'granary' or with java --add-modules=jdk.incubator.vector");
        }
        OptionalInt tooLarge = plan.firstTooLarge();
        if (tooLarge.isPresent()) {
            int layer = tooLarge.getAsInt();
            Resources.Shortage shortage = plan.shortages(layer).getFirst();
            if (shortage.kind().equals("memory")) {
                throw new CheckFailedException("layer " + layer + " " + shortage.description()
                        + (plan.kinds().contains(FileKind.BOUNDS)
                                ? "; its bounds need all of it at once, and --no-bounds leaves them out"
                                : ""));
            }
            if (IntStream.range(0, layer).anyMatch(below -> plan.bytesToWrite(below) > 0)) {
                out().println("layer " + layer + " will not fit, so the build will end at layer " + (layer - 1)
                        + ": it " + shortage.description() + advice(shortage));
            }
        }
        out().flush();
    }

    private String advice(Resources.Shortage shortage) {
        return shortage.kind().equals("heap") && solverOptions.threads() > 1 ? "; fewer --threads need less" : "";
    }
}
