package granary.command.builder;

import granary.builder.Units;
import granary.builder.WorkerPool;
import granary.builder.account.LayerSizes;
import granary.builder.database.Build;
import granary.builder.database.BuildListener;
import granary.builder.database.BuiltDatabase;
import granary.builder.database.Leftovers;
import granary.builder.database.Listeners;
import granary.builder.database.Resources;
import granary.builder.memory.MainMemory;
import granary.builder.memory.MemoryProvider;
import granary.builder.memory.WorkFiles;
import granary.builder.solve.LayerSolver;
import granary.builder.store.DatabaseDirectory;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.verify.Verification;
import granary.command.kit.Progress;
import granary.command.option.PathWord;
import granary.command.option.SizeWord;
import granary.command.plan.Plan;
import granary.database.Listing;
import granary.format.FileKind;
import granary.game.Game;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of a build. Also runs the build. */
final class BuildOptions {
    @Mixin
    private SolverOptions solverOptions = new SolverOptions();

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = SizeWord.class,
            description = "How much main memory the working memory may take beside the Java heap, such as 64G. By"
                    + " default, what is available. A layer that needs more is solved part by part, through a file.")
    private Long memorySize;

    @Option(
            names = "--scratch",
            paramLabel = "DIR",
            converter = PathWord.Directory.class,
            description = "The directory of that file. By default, it is that of the database.")
    private Path scratch;

    @Option(
            names = "--check",
            description =
                    "First check every byte of the existing files against checksums and digests. Without this option,"
                            + " only the files that the build reads are checked.")
    private boolean check;

    @Option(
            names = {"-v", "--verbose"},
            description =
                    "Print the solver and its configuration. For each larger layer, print the time of its phases, the"
                            + " part of it in which only one thread works, and the part that threads wait.")
    private boolean verbose;

    /**
     * Builds what is missing.
     *
     * @param out prints the progress
     * @param distances whether to build distances too
     */
    void build(PrintWriter out, Path directory, Game game, int topLayer, boolean distances) throws IOException {
        boolean withDistances = distances && !game.scoring().tellsDistance();
        if (!check
                && !Files.isWritable(directory)
                && BuiltDatabase.isComplete(directory, game, topLayer, withDistances)) {
            out.println(nothingToDo(directory, topLayer));
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
                out.println(solver.description() + ", " + threads + (threads == 1 ? " thread" : " threads"));
            }
            if (check) {
                check(out, database, topLayer);
            }
            announce(out, directory, database, solver, memory, topLayer, withDistances);
            build(out, database, solver, memory, topLayer, withDistances);
        }
    }

    private void build(
            PrintWriter out,
            DatabaseDirectory database,
            LayerSolver solver,
            MemoryProvider memory,
            int topLayer,
            boolean distances)
            throws IOException {
        Build.Summary summary;
        try (Progress progress = new Progress(out, database.lock().mark(), database.game(), topLayer)) {
            List<BuildListener> listeners = new ArrayList<>(List.of(progress));
            if (verbose) {
                listeners.add(new PhasePrinter(out, solverOptions.threads()));
            }
            Listeners all = new Listeners(listeners);
            Build build = new Build(database, solver, memory, all);
            if (distances) {
                build.withDistances();
            }
            summary = build.run(topLayer);
        }
        print(out, database.path(), topLayer, summary);
    }

    /** Checks the bytes of all existing layers against their checksums and digests. */
    private void check(PrintWriter out, DatabaseDirectory database, int topLayer) {
        Listing listing = database.listing();
        try (Progress progress = new Progress(out, database.lock().mark(), database.game(), topLayer)) {
            WorkerPool pool = new WorkerPool(solverOptions.threads(), progress);
            for (int layer : listing.manifest().scoreLayers().headSet(topLayer + 1)) {
                long start = System.nanoTime();
                long positions = database.game().size(layer);
                progress.layerBegins(layer, positions, positions);
                progress.phase("checksums");
                Verification.damages(listing, database.game(), layer, pool).stream()
                        .findFirst()
                        .ifPresent(damage -> {
                            throw damage;
                        });
                progress.layerEnds(layer, positions, Duration.ofNanos(System.nanoTime() - start));
            }
        }
    }

    private static String nothingToDo(Path directory, int topLayer) {
        return "nothing to do: " + directory + " holds all layers to " + topLayer;
    }

    private static void print(PrintWriter out, Path directory, int topLayer, Build.Summary summary) {
        if (summary.layers() == 0) {
            out.println(nothingToDo(directory, topLayer));
        } else {
            double seconds = summary.time().toNanos() / 1e9;
            out.println("built " + summary.layers() + (summary.layers() == 1 ? " layer, " : " layers, ")
                    + Units.count(summary.positions()) + " positions in " + Units.seconds(seconds) + " ("
                    + Units.rate(summary.positions() / seconds) + "); " + directory + " takes "
                    + Units.bytes(summary.bytes()));
        }
    }

    /**
     * Prints at once what the user would otherwise learn hours later: where the build resumes, and which layer will not
     * fit.
     */
    private void announce(
            PrintWriter out,
            Path directory,
            DatabaseDirectory database,
            LayerSolver solver,
            MemoryProvider memory,
            int topLayer,
            boolean distances)
            throws IOException {
        int first = 0;
        while (first <= topLayer && bytesToWrite(database, first, distances) == 0) {
            first++;
        }
        if (solver instanceof SweepSolver
                && KernelChoice.lacksModule(database.game().size(topLayer))) {
            out.println(
                    "Java's vector module is missing, so the slow scalar loops run; for the fast ones, start with the"
                            + " launcher 'granary' or with java --add-modules=jdk.incubator.vector");
        }
        double share = first > topLayer ? 0 : database.lock().shareBefore(first); // the game may have no further layer
        if (share > 0
                && !distances
                && memory.canResume(first, solver.need(first).memory().of(database.scoresDigest(first - 1)))) {
            out.println("resuming layer " + first + " at " + Math.round(100 * share) + " %");
        }
        // What works on the first layer is gone when the next begins.
        long work = 0;
        for (Path file : new WorkFiles(memory.directory(), database.game().identity()).files()) {
            work += Leftovers.bytes(file);
        }
        Resources resources = Resources.of(directory, memory).plus(0, work);
        Plan plan = new Plan(
                database.game(),
                topLayer,
                solver,
                memory,
                resources,
                layer -> bytesToWrite(database, layer, distances),
                distances);
        OptionalInt tooLarge = plan.firstTooLarge();
        if (tooLarge.isPresent() && tooLarge.getAsInt() > first) {
            int layer = tooLarge.getAsInt();
            out.println("layer " + layer + " will not fit, so the build will end at layer " + (layer - 1) + ": it "
                    + plan.shortages(layer).getFirst().description());
        }
        out.flush();
    }

    /** Returns the total length of a layer's missing files, in bytes. */
    private static long bytesToWrite(DatabaseDirectory database, int layer, boolean distances) {
        return new LayerSizes(database.game())
                .bytes(layer, !database.holds(layer), distances && !database.has(FileKind.DISTANCES, layer));
    }
}
