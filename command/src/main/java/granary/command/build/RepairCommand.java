package granary.command.build;

import granary.builder.InvalidRequestException;
import granary.builder.Units;
import granary.builder.build.DatabaseRepair;
import granary.builder.build.Leftovers;
import granary.builder.build.RepairPlan;
import granary.builder.memory.MemoryProvider;
import granary.builder.solve.DistanceSolver;
import granary.builder.store.BuilderLock;
import granary.builder.store.BuilderMark;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.Remains;
import granary.command.kit.DirectoryOption;
import granary.command.kit.Progress;
import granary.command.kit.Subcommand;
import granary.format.Quantity;
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
        description = "Makes a damaged database what an undisturbed build leaves, byte for byte.",
        footer = {
            "",
            "Examples:",
            "  granary repair --dir db --dry-run      reads everything, says what is damaged and what would be done",
            "  granary repair --dir db",
            "",
            "Layers that are damaged or missing are built again from those below, and layers above them too if they were",
            "built on something else. A lost or damaged manifest is recovered from the layers. Unfinished files that dead",
            "builds left in the directory are removed, and so are statistics of the layers from the first that is built",
            "again. Stop it at any moment with Ctrl-C; the same command goes on."
        })
public final class RepairCommand extends Subcommand {
    @Mixin
    private DirectoryOption directoryOption = new DirectoryOption();

    @Option(names = "--dry-run", description = "Only say what would be done.")
    private boolean dryRun;

    @Option(
            names = "--no-distances",
            description = "Build no distances that are listed and not there; they may have been left away.")
    private boolean noDistances;

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
            announce(remains, plan(remains, BuilderMark.unshared()));
        }
    }

    private void repair() throws IOException {
        try (BuilderLock lock = BuilderLock.take(directoryOption.directory())) {
            // Another builder may have been at work until now.
            Remains remains = Remains.of(directoryOption.directory());
            DistanceSolver solver = solverOptions.solver(remains.game());
            MemoryProvider memory = solverOptions.memory(
                    solver,
                    remains.game(),
                    remains.directory(),
                    checkpointOption.interval(),
                    checkpointOption.complaint());
            RepairPlan plan = plan(remains, lock.mark());
            if (announce(remains, plan)) {
                int built;
                try (DatabaseDirectory database = new DatabaseDirectory(lock, remains);
                        Progress progress = new Progress(out(), lock.mark(), remains.game(), plan.top())) {
                    built = new DatabaseRepair(database, plan, solver, memory, progress).run();
                }
                out().println("repaired; " + built + (built == 1 ? " file was" : " files were") + " built");
            }
        }
    }

    private RepairPlan plan(Remains remains, BuilderMark mark) {
        int top = remains.last().get(Quantity.SCORES);
        try (Progress progress = new Progress(out(), mark, remains.game(), top)) {
            return RepairPlan.of(remains, !noDistances, solverOptions.threads(), progress);
        }
    }

    /** Says what will be done, and returns whether that is anything. */
    private boolean announce(Remains remains, RepairPlan plan) throws IOException {
        List<String> actions = new ArrayList<>(plan.describe());
        for (Path file : Leftovers.of(remains.directory(), remains.game()).files()) {
            actions.add("remove " + file.getFileName() + ", " + Units.bytes(Leftovers.bytes(file))
                    + " that an unfinished build left");
        }
        if (actions.isEmpty()) {
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
