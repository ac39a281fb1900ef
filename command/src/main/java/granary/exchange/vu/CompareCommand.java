package granary.exchange.vu;

import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.Units;
import granary.command.kit.Progress;
import granary.command.kit.Subcommand;
import granary.command.option.DatabaseOption;
import granary.command.option.LayersOption;
import granary.command.option.ThreadsOption;
import granary.database.Database;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.SortedSet;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares a database with files of the VU database. */
@Command(
        name = "compare",
        description = "Compares a database with files of the VU database, position by position.",
        footer = {
            "",
            "Example:",
            "  granary compare --vu vu-files --dir db",
            "",
            "Compares the layers that both hold. For each, prints how many positions were compared and how many",
            "differ, and the first ten boards that differ. Exits with 1 if any differ."
        })
public final class CompareCommand extends Subcommand {
    @Option(
            names = "--vu",
            required = true,
            paramLabel = "FILES",
            description =
                    "The directory with files scores.N of the database of the Vrije Universiteit (Romein and Bal).")
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
        VuDatabase source = new VuDatabase(files);
        long different = 0;
        try (Database database = databaseOption.open()) {
            VuDatabase.checkGame(database.game());
            SortedSet<Integer> layers = layersOption.of(source.layers());
            layers.retainAll(database.layers());
            if (layers.isEmpty()) {
                throw new InvalidRequestException(
                        files + " and " + databaseOption.directory() + " have no layer in common");
            }
            try (Progress progress = new Progress(out(), database.game(), layers.last())) {
                for (int layer : layers) {
                    long start = System.nanoTime();
                    long positions = database.game().size(layer);
                    progress.layerBegins(layer, positions, positions);
                    Comparison.Result result = Comparison.of(source, database.table(layer), layer, threads, progress);
                    progress.layerEnds(layer, positions, Duration.ofNanos(System.nanoTime() - start));
                    print(out(), layer, result);
                    different += result.different();
                }
            }
        }
        if (different > 0) {
            throw new CheckFailedException(
                    different + (different == 1 ? " score differs" : " scores differ") + " from those in " + files);
        }
    }

    private static void print(PrintWriter out, int layer, Comparison.Result result) {
        out.println("  " + Units.count(result.compared()) + " compared, " + Units.count(result.different()) + " differ"
                + (result.notAvailable() == 0 ? "" : ", " + Units.count(result.notAvailable()) + " not available"));
        int[] board = new int[VuIndex.PITS];
        for (Comparison.Difference difference : result.first()) {
            VuDatabase.GAME.unrank(layer, difference.offset(), board);
            out.println("  " + Arrays.stream(board).mapToObj(String::valueOf).collect(Collectors.joining(" "))
                    + ": theirs " + difference.theirs() + ", ours " + difference.ours());
        }
    }
}
