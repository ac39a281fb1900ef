package granary.command.builder;

import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.Units;
import granary.builder.database.Leftovers;
import granary.builder.memory.MemoryProvider;
import granary.builder.repair.DatabaseRepair;
import granary.builder.repair.RepairPlan;
import granary.builder.solve.LayerSolver;
import granary.builder.store.BuilderLock;
import granary.builder.store.BuilderMark;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.Inventory;
import granary.command.kit.Progress;
import granary.command.kit.Subcommand;
import granary.command.option.DirectoryOption;
import granary.database.Listing;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    @Option(names = "--dry-run", description = "Only say what repair would do, with exit code 1 if it is anything.")
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
        if (!dryRun) {
            repair(directory);
        } else if (BuilderLock.isHeld(directory)) {
            throw new InvalidRequestException("a builder is running in " + directory);
        } else {
            Inventory inventory = Inventory.of(directory);
            solverOptions.solver(inventory.game()); // both throw what a repair would throw
            copy();
            if (announce(inventory, plan(inventory, BuilderMark.unshared()))) {
                throw new CheckFailedException(directory + " needs the repair");
            }
        }
    }

    private void repair(Path directory) throws IOException {
        Inventory.of(directory); // where there is no database, nothing is locked
        try (BuilderLock lock = BuilderLock.take(directory)) {
            Inventory inventory = Inventory.of(directory);
            Game game = inventory.game();
            // Options are looked at before hours of reading.
            LayerSolver solver = solverOptions.solver(game);
            MemoryProvider memory = solverOptions.memory(
                    solver, game, directory, checkpointOption.interval(), checkpointOption.complaint());
            Listing copy = copy();
            RepairPlan plan = plan(inventory, lock.mark());
            if (announce(inventory, plan)) {
                DatabaseRepair.Summary summary;
                try (DatabaseDirectory database = new DatabaseDirectory(lock, inventory);
                        Progress progress = new Progress(out(), lock.mark(), game, inventory.top())) {
                    progress.workOn(plan.layersToBuild());
                    summary = new DatabaseRepair(database, plan, copy, solver, memory, progress).run();
                }
                int built = summary.built();
                out().println("repaired; " + built + (built == 1 ? " file was" : " files were") + " built"
                        + (summary.replaced() == 0 ? "" : ", " + summary.replaced() + " replaced"));
            }
        }
    }

    /** Returns the other copy of the database; null for none. */
    private Listing copy() {
        return from == null ? null : new Listing(List.of(from));
    }

    private RepairPlan plan(Inventory inventory, BuilderMark mark) {
        try (Progress progress = new Progress(out(), mark, inventory.game(), inventory.top())) {
            return RepairPlan.of(inventory, !noDistances, solverOptions.threads(), progress);
        }
    }

    /** Prints what repair will do, and returns whether there is anything to do. */
    private boolean announce(Inventory inventory, RepairPlan plan) throws IOException {
        List<String> actions = new ArrayList<>(plan.describe());
        for (Path file : Leftovers.of(inventory.directory(), inventory.game())) {
            actions.add("remove " + file.getFileName() + ", " + Units.bytes(Leftovers.bytes(file))
                    + " that an unfinished build left");
        }
        if (actions.isEmpty()) {
            out().println("nothing to repair: all files are whole and belong together");
        }
        actions.forEach(action -> out().println("will " + action));
        plan.strays()
                .forEach(file -> out().println("will leave " + file.getFileName()
                        + " as it is: the manifest does not list it, and no build left it there"));
        out().flush();
        return !actions.isEmpty();
    }
}
