package granary.statistics.command;

import granary.command.kit.Message;
import granary.command.kit.Progress;
import granary.command.option.ThreadsOption;
import granary.database.Database;
import granary.statistics.DatabaseStatistics;
import granary.statistics.LayerStatistics;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of counting. Also counts. */
final class StatisticsOptions {
    /** Databases with fewer positions are counted without printing a line for each layer. */
    private static final long LARGE = 100_000_000;

    @Option(
            names = "--no-moves",
            description = "Leave out the counts that need every move: moves, captures, only moves, zugzwang.")
    private boolean withoutMoves;

    @Mixin
    private ThreadsOption threadsOption = new ThreadsOption();

    /** Returns the statistics of layers. For a large database, prints a line for each layer that is counted. */
    List<LayerStatistics> count(Database database, Collection<Integer> layers, PrintWriter err) throws IOException {
        int threads = threadsOption.threads();
        List<LayerStatistics> counted = new ArrayList<>();
        long positions = layers.stream().mapToLong(database.game()::size).sum();
        PrintWriter lines = positions < LARGE ? new PrintWriter(Writer.nullWriter()) : err;
        int top = layers.stream().mapToInt(Integer::intValue).max().orElse(0);
        try (Progress progress = Progress.ofResumable(lines, database.game(), top)) {
            DatabaseStatistics statistics = new DatabaseStatistics(database, threads, !withoutMoves, progress);
            statistics.forEach(layers, counted::add);
            statistics
                    .notKept()
                    .ifPresent(e -> err.println("granary: the statistics could not be saved: " + Message.of(e)));
        }
        return counted;
    }
}
