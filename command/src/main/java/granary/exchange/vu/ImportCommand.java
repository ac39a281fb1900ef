package granary.exchange.vu;

import granary.builder.InvalidRequestException;
import granary.builder.Units;
import granary.builder.database.DatabaseBuild;
import granary.builder.memory.ProcessMemory;
import granary.builder.store.DatabaseDirectory;
import granary.command.kit.Progress;
import granary.command.kit.Subcommand;
import granary.command.option.DirectoryOption;
import granary.command.option.ThreadsOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a database from files in another format. */
@Command(
        name = "import",
        description = "Makes a database from files in another format, or resumes making it.",
        footer = {
            "",
            "Example:",
            "  granary import --format vu vu-files --dir db",
            "",
            "vu: files scores.0, scores.1, ... of the database of the Vrije Universiteit (Romein and Bal), up to the first",
            "missing one. Existing layers are kept. The files have no checksums: run 'granary verify' afterwards to check each",
            "score against its moves."
        })
public final class ImportCommand extends Subcommand {
    @Option(names = "--format", required = true, paramLabel = "FORMAT", description = "The files' format: vu.")
    private String format;

    @Parameters(paramLabel = "FILES", description = "The directory with the files.")
    private Path files;

    @Mixin
    private DirectoryOption directoryOption = new DirectoryOption();

    @Mixin
    private ThreadsOption threadsOption = new ThreadsOption();

    @Override
    protected void run() throws IOException {
        int threads = threadsOption.threads();
        if (!format.equals(VuFormat.ID)) {
            throw new InvalidRequestException("only the format vu can be imported, not '" + format + "'");
        }
        VuDatabase source = new VuDatabase(files);
        int top = top(source.layers());
        Path directory = directoryOption.directory();
        try (DatabaseDirectory database = new DatabaseDirectory(directory, VuDatabase.GAME);
                Progress progress = new Progress(out(), database.lock().mark(), VuDatabase.GAME, top)) {
            DatabaseBuild build =
                    new DatabaseBuild(database, new VuSolver(source, threads), new ProcessMemory(), progress);
            DatabaseBuild.Summary summary = build.run(top);
            out().println("imported " + summary.layers() + (summary.layers() == 1 ? " layer, " : " layers, ")
                    + Units.count(summary.positions()) + " positions; " + directory + " takes "
                    + Units.bytes(summary.bytes()));
        }
    }

    /** Returns the last layer that can be built on those below. */
    private int top(SortedSet<Integer> layers) {
        int top = -1;
        while (layers.contains(top + 1)) {
            top++;
        }
        if (top < 0) {
            throw new InvalidRequestException(
                    files + " holds no " + VuDatabase.fileName(0) + "; a database needs all layers from 0 on");
        }
        if (layers.last() > top) {
            out().println(files + " holds no " + VuDatabase.fileName(top + 1) + ", so the import ends at layer " + top);
        }
        return top;
    }
}
