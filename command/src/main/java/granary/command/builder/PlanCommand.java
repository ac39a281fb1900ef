package granary.command.builder;

import granary.builder.InvalidRequestException;
import granary.builder.database.Resources;
import granary.builder.memory.MainMemory;
import granary.builder.memory.MemoryProvider;
import granary.builder.resource.ResourceModel;
import granary.builder.solve.LayerSolver;
import granary.command.kit.Json;
import granary.command.kit.Progress;
import granary.command.kit.Subcommand;
import granary.command.option.GameOptions;
import granary.command.option.PathWord;
import granary.command.option.SizeWord;
import granary.command.plan.Calibration;
import granary.command.plan.Plan;
import granary.command.plan.Prediction;
import granary.command.plan.Prediction.Machine;
import granary.database.Listing;
import granary.error.DatabaseException;
import granary.format.FileKind;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Predicts the resources that a build needs. */
@Command(
        name = "plan",
        description = "Shows, layer by layer, what a build needs and whether this machine has it.",
        footer = {
            "",
            "Examples:",
            "  granary plan --seeds 48",
            "  granary plan --seeds 48 --distances",
            "  granary plan --seeds 48 --calibrate --cores 64 --memory 768G",
            "  granary plan --seeds 24 --pits 4"
        })
public final class PlanCommand extends Subcommand {
    @Mixin
    private GameOptions gameOptions = new GameOptions();

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            defaultValue = ".",
            description = "The directory for the database; its disk must have room (the current directory).")
    private Path directory;

    @Option(
            names = "--calibrate",
            description =
                    "Measure building, memory and disk, which takes some seconds. From this, predict how long each layer"
                            + " takes here, or on the machine that the next options describe.")
    private boolean calibrate;

    @Option(
            names = "--cores",
            paramLabel = "N",
            description = "With --calibrate: number of cores, each as fast as this machine's.")
    private Integer cores;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = SizeWord.class,
            description = "With --calibrate: main memory, such as 768G.")
    private Long memorySize;

    @Option(
            names = "--memory-bandwidth",
            paramLabel = "SIZE",
            converter = SizeWord.class,
            description =
                    "With --calibrate: memory bandwidth of all cores in bytes per second, such as 400G. By default,"
                            + " the same per core as here.")
    private Long memoryBandwidth;

    @Option(
            names = "--disk-bandwidth",
            paramLabel = "SIZE",
            converter = SizeWord.class,
            description =
                    "With --calibrate: disk bandwidth in bytes per second, such as 2G. By default, the same as here.")
    private Long diskBandwidth;

    @Mixin
    private SolverOptions solverOptions = new SolverOptions();

    @Option(
            names = "--scratch",
            paramLabel = "DIR",
            converter = PathWord.Directory.class,
            description = "The directory of working memory that main memory does not hold (that of the database).")
    private Path scratch;

    @Mixin
    private KindOptions kindOptions = new KindOptions();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    protected void run() throws IOException {
        Game game = gameOptions.game();
        int topLayer = gameOptions.topLayer(game);
        if (!calibrate && (cores != null || memorySize != null || memoryBandwidth != null || diskBandwidth != null)) {
            throw new InvalidRequestException("options that describe a machine need --calibrate");
        }
        if (cores != null && cores < 1) {
            throw new InvalidRequestException("--cores must be 1 or more, not " + cores);
        }
        LayerSolver solver = solverOptions.solver(game);
        MemoryProvider memory = new MemoryProvider(scratch == null ? directory : scratch, game.identity());
        Set<FileKind> kinds = kindOptions.of(game);
        Resources resources = Resources.of(directory, memory).plus(bytesThere(game, topLayer, kinds), 0);
        Plan plan = new Plan(game, topLayer, solver, memory, resources, kinds, layer -> kinds);
        if (json) {
            IntStream.rangeClosed(0, topLayer).forEach(layer -> out().println(Json.line(plan.values(layer))));
        } else {
            out().println(plan.table());
            out().println();
            out().println(plan.summary());
        }
        if (calibrate) {
            Calibration calibration;
            try (Progress progress = new Progress(out(), game, topLayer)) {
                calibration = Calibration.run(game, solver, kinds, Resources.existing(directory), progress);
            }
            Prediction prediction = new Prediction(plan, calibration, machine(calibration));
            out().println(json ? Json.line(prediction.values()) : System.lineSeparator() + prediction.text());
        }
    }

    /** Returns the bytes that the plan counts of files that are there already: 0 if a build would refuse the database. */
    private long bytesThere(Game game, int topLayer, Set<FileKind> kinds) {
        Listing listing;
        try {
            listing = new Listing(directory);
        } catch (DatabaseException e) {
            return 0;
        }
        if (!listing.game().identity().equals(game.identity())) {
            return 0;
        }
        ResourceModel model = new ResourceModel(game, solverOptions.threads());
        return listing.manifest().scoreLayers().headSet(topLayer + 1).stream()
                .mapToLong(layer -> {
                    Set<FileKind> there = EnumSet.copyOf(kinds);
                    there.removeIf(kind -> kind.isOptional() && !listing.has(kind, layer));
                    return model.bytes(layer, there);
                })
                .sum();
    }

    private Machine machine(Calibration here) {
        int count = cores == null ? solverOptions.threads() : cores;
        return new Machine(
                count,
                memorySize == null ? MainMemory.total() : memorySize,
                memoryBandwidth == null ? here.memoryBandwidth() / here.threads() * count : memoryBandwidth,
                diskBandwidth == null ? here.diskBandwidth() : diskBandwidth);
    }
}
