package granary.command.read;

import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.command.kit.Progress;
import granary.command.kit.Subcommand;
import granary.command.option.DatabaseOption;
import granary.command.option.LayersOption;
import granary.command.option.ThreadsOption;
import granary.database.Database;
import granary.exchange.ForeignLayers;
import granary.exchange.oware.OwareSolution;
import granary.exchange.vu.VuDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares a database with files of others. */
@Command(
        name = "compare",
        description = "Compares a database with the published solutions of others.",
        footer = {
            "",
            "Examples:",
            "  granary compare --with vu-files --dir db",
            "  granary compare --with oware_6x2_48.SHA256SUMS --dir db",
            "",
            "Compares the layers that both hold. For files of the VU database, prints how many positions were compared, "
                    + "how many differ, and the first ten boards that differ; for the solution of oware, whether the files are the "
                    + "same byte for byte. Exits with 1 if anything differs."
        })
public final class CompareCommand extends Subcommand {
    @Option(
            names = "--with",
            required = true,
            paramLabel = "FILES",
            description =
                    "A directory with files scores.N of the database of the Vrije Universiteit (Romein and Bal), or"
                            + " oware_nNNN.lh of the solution of oware by jh85, or a list of the digests of these as sha256sum"
                            + " writes it.")
    private Path files;

    @Mixin
    private DatabaseOption databaseOption = DatabaseOption.local();

    @Mixin
    private LayersOption layersOption = new LayersOption();

    @Mixin
    private ThreadsOption threadsOption = new ThreadsOption();

    @Override
    protected void run() throws IOException {
        int threads = threadsOption.threads();
        ForeignLayers foreign = foreign();
        long different = 0;
        try (Database database = databaseOption.open()) {
            SortedSet<Integer> held = foreign.layersOf(database);
            SortedSet<Integer> layers = layersOption.of(foreign.layers());
            layers.retainAll(held);
            if (layers.isEmpty()) {
                throw new InvalidRequestException(
                        files + " and " + databaseOption.directory() + " have no layer in common");
            }
            try (Progress progress = new Progress(out(), database.game(), layers.last())) {
                for (int layer : layers) {
                    long positions = database.game().size(layer);
                    progress.layerBegins(layer, positions, positions);
                    ForeignLayers.Findings findings = foreign.compare(database, layer, threads, progress);
                    progress.layerEnds();
                    findings.lines().forEach(out()::println);
                    different += findings.different();
                }
            }
        }
        if (different > 0) {
            throw new CheckFailedException(different + " " + foreign.unit()
                    + (different == 1 ? " differs from that in " : "s differ from those in ") + files);
        }
    }

    private ForeignLayers foreign() throws IOException {
        if (Files.isRegularFile(files)) {
            return OwareSolution.ofList(files);
        }
        OwareSolution oware = Files.isDirectory(files) ? OwareSolution.ofDirectory(files) : null;
        return oware == null ? new VuDatabase(files) : oware;
    }
}
