package granary.command.build;

import granary.builder.InvalidRequestException;
import granary.builder.Monitor;
import granary.builder.Units;
import granary.builder.WorkerPool;
import granary.builder.build.DatabaseRepair;
import granary.builder.build.Leftovers;
import granary.builder.build.RepairPlan;
import granary.builder.memory.MemoryProvider;
import granary.builder.seal.SealedRepair;
import granary.builder.solve.DistanceSolver;
import granary.builder.store.BuilderLock;
import granary.builder.store.BuilderMark;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.Remains;
import granary.command.kit.Progress;
import granary.command.kit.Subcommand;
import granary.command.option.DirectoryOption;
import granary.database.Database;
import granary.database.Listing;
import granary.format.Quantity;
import granary.format.SealedHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Repairs a damaged database. */
@Command(
        name = "repair",
        description = "Repairs a damaged database: afterwards its files equal those of an undisturbed build.",
        footer = {
            "",
            "Examples:",
            "  granary repair --dir db --dry-run         says what it would do",
            "  granary repair --dir db",
            "  granary repair --dir small --from copy    replaces damaged sealed layers",
            "",
            "Repair rebuilds damaged or missing layers from those below, and also layers above them that were built",
            "from other files. It recovers a lost or damaged manifest from the layers. It removes unfinished files of",
            "dead builds, and the statistics of all layers from the first rebuilt one on. It cannot rebuild sealed",
            "layers: it takes them from a copy, or seals them again from a packed one.",
            "Stop at any moment with Ctrl-C; the same command goes on."
        })
public final class RepairCommand extends Subcommand {
    @Mixin
    private DirectoryOption directoryOption = new DirectoryOption();

    @Option(names = "--dry-run", description = "Only say what repair would do.")
    private boolean dryRun;

    @Option(
            names = "--no-distances",
            description = "Do not rebuild missing distances; they may have been left out on purpose.")
    private boolean noDistances;

    @Option(
            names = "--from",
            paramLabel = "DIR",
            description = "Another copy of the database, sealed or packed, for sealed layers that are damaged.")
    private Path from;

    @Mixin
    private SolverOptions solverOptions = new SolverOptions();

    @Mixin
    private CheckpointOption checkpointOption = new CheckpointOption();

    @Override
    protected void run() throws IOException {
        Path directory = directoryOption.directory();
        Remains remains = Remains.of(directory);
        if (!dryRun) {
            repair();
        } else if (BuilderLock.isHeld(directory)) {
            throw new InvalidRequestException("a builder is running in " + directory);
        } else {
            SortedSet<Integer> damaged = damagedSealed(remains);
            announce(remains, plan(remains, BuilderMark.unshared()), damaged);
            damaged.forEach(layer -> out().println("will replace " + SealedHeader.fileName(layer)
                    + " by that of --from, which the repair needs"));
        }
    }

    private void repair() throws IOException {
        try (BuilderLock lock = BuilderLock.take(directoryOption.directory())) {
            // Another builder may have held the lock until now.
            Remains remains = Remains.of(directoryOption.directory());
            DistanceSolver solver = solverOptions.solver(remains.game());
            MemoryProvider memory = solverOptions.memory(
                    solver,
                    remains.game(),
                    remains.directory(),
                    checkpointOption.interval(),
                    checkpointOption.complaint());
            RepairPlan plan = plan(remains, lock.mark());
            if (announce(remains, plan, damagedSealed(remains))) {
                int built;
                try (DatabaseDirectory database = new DatabaseDirectory(lock, remains);
                        Progress progress = new Progress(out(), lock.mark(), remains.game(), plan.top())) {
                    progress.workOn(plan.layersToBuild());
                    built = new DatabaseRepair(database, plan, solver, memory, progress).run();
                }
                out().println("repaired; " + built + (built == 1 ? " file was" : " files were") + " built");
            }
        }
        repairSealed();
    }

    /** Replaces the damaged sealed layers. */
    private void repairSealed() throws IOException {
        SortedSet<Integer> damaged = damagedSealed(Remains.of(directoryOption.directory()));
        if (damaged.isEmpty()) {
            return;
        }
        if (from == null) {
            throw new InvalidRequestException("sealed layers " + damaged + " are damaged; name a copy of the database,"
                    + " sealed or packed: granary repair --dir " + directoryOption.directory() + " --from COPY");
        }
        try (Database copy = Database.open(from);
                DatabaseDirectory database = new DatabaseDirectory(directoryOption.directory(), copy.game());
                Progress progress = new Progress(out(), copy.game(), damaged.last())) {
            SealedRepair repair = new SealedRepair(database, solverOptions.threads(), progress);
            for (int layer : damaged) {
                repair.repair(layer, copy);
                out().println("replaced " + SealedHeader.fileName(layer));
            }
        }
    }

    private SortedSet<Integer> damagedSealed(Remains remains) {
        Listing listing = new Listing(remains.directory(), remains.manifest());
        return SealedRepair.damaged(listing, listing.game(), new WorkerPool(solverOptions.threads(), Monitor.SILENT));
    }

    private RepairPlan plan(Remains remains, BuilderMark mark) {
        int top = remains.last().get(Quantity.SCORES);
        try (Progress progress = new Progress(out(), mark, remains.game(), top)) {
            return RepairPlan.of(remains, !noDistances, solverOptions.threads(), progress);
        }
    }

    /** Prints what repair will do, and returns whether there is anything to do. */
    private boolean announce(Remains remains, RepairPlan plan, SortedSet<Integer> damaged) throws IOException {
        List<String> actions = new ArrayList<>(plan.describe());
        for (Path file : Leftovers.of(remains.directory(), remains.game()).files()) {
            actions.add("remove " + file.getFileName() + ", " + Units.bytes(Leftovers.bytes(file))
                    + " that an unfinished build left");
        }
        if (actions.isEmpty() && damaged.isEmpty()) {
            out().println("nothing to repair: all files are whole and belong together");
        }
        actions.forEach(action -> out().println("will " + action));
        remains.strays()
                .forEach(file -> out().println("will leave " + file.getFileName()
                        + " as it is: the manifest does not list it, and no build left it there"));
        out().flush();
        return !actions.isEmpty();
    }
}
