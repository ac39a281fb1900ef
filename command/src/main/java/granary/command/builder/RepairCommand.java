package granary.command.builder;

import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.file.Disk;
import granary.builder.store.BuilderLock;
import granary.builder.store.BuilderMark;
import granary.builder.store.Repair;
import granary.command.kit.Progress;
import granary.command.kit.Subcommand;
import granary.command.option.DatabaseOption;
import granary.command.option.ThreadsOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes the manifest of a damaged database list its whole files alone. */
@Command(
        name = "repair",
        description = "Reads every file of a damaged database, and lists those that are whole and belong together.",
        footer = {
            "",
            "Examples:",
            "  granary repair --dir db --dry-run         prints what it would do",
            "  granary repair --dir db",
            "",
            "Repair removes from the manifest the files that are damaged, missing, or of another build. It replaces a "
                    + "lost or damaged manifest. It changes nothing else. 'granary build' then builds the missing files: they "
                    + "equal those of an uninterrupted build. Fetch compressed layers from another copy of the database: "
                    + "granary fetch COPY --dir DIR."
        })
public final class RepairCommand extends Subcommand {
    @Mixin
    private DatabaseOption databaseOption = DatabaseOption.local();

    @Option(
            names = "--dry-run",
            description = "Only print what repair would do. Exit with 1 if the database is damaged.")
    private boolean dryRun;

    @Mixin
    private ThreadsOption threadsOption = new ThreadsOption();

    @Override
    protected void run() throws IOException {
        Path directory = databaseOption.directory();
        int threads = threadsOption.threads();
        new Repair(directory); // throws if there is no database, before anything is locked
        if (!dryRun) {
            try (BuilderLock lock = BuilderLock.take(directory)) {
                Repair repair = read(directory, threads, lock.mark());
                if (repair.isNeeded()) {
                    repair.publish(new Disk());
                    out().println("repaired"
                            + (repair.removed().isEmpty()
                                    ? ""
                                    : "; build the missing files: granary build --dir " + directory
                                            + "; fetch compressed ones from another copy: granary fetch COPY --dir "
                                            + directory));
                }
            }
        } else if (BuilderLock.isHeld(directory)) {
            throw new InvalidRequestException("a builder is running in " + directory);
        } else if (read(directory, threads, BuilderMark.unshared()).isNeeded()) {
            throw new CheckFailedException(directory + " is damaged; run granary repair without --dry-run");
        }
    }

    /** Reads all files, and prints what is to be done. */
    private Repair read(Path directory, int threads, BuilderMark mark) throws IOException {
        Repair repair = new Repair(directory);
        int topLayer = repair.toRead().isEmpty() ? -1 : repair.toRead().lastKey();
        try (Progress progress = new Progress(out(), mark, repair.game(), topLayer)) {
            repair.read(threads, progress);
        }
        if (repair.damage() != null) {
            out().println("will replace the manifest: " + repair.damage().getMessage());
        }
        repair.removed().forEach((name, reason) -> out().println("will not list " + name + ": " + reason));
        long count = repair.manifest().allFiles().keySet().stream()
                .filter(name -> Files.exists(directory.resolve(name)))
                .count();
        out().println((repair.isNeeded() ? "will list " : "nothing to repair: ")
                + count
                + (count == 1 ? " file that is whole" : " files that are whole and belong together"));
        out().flush();
        return repair;
    }
}
