package granary.statistics.command;

import granary.command.kit.Progress;
import granary.command.kit.ThreadsOption;
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

/** The options that say what is counted, and the counting. */
final class StatisticsOptions {
    /** Databases with fewer positions are counted without a line for each layer. */
    private static final long LARGE = 100_000_000;

    @Option(
            names = "--no-moves",
            description = "Leave out what takes a look at every move: moves, captures, only moves, zugzwang.")
    private boolean withoutMoves;

    @Option(
            names = "--again",
            description = "Count again what is kept in the directory. It is counted again by itself after a change.")
    private boolean again;

    @Mixin
    private ThreadsOption threadsOption = new ThreadsOption();

    /** Returns the statistics of layers, of which one line each is printed while they are counted, if they are large. */
    List<LayerStatistics> count(Database database, Collection<Integer> layers, PrintWriter err) throws IOException {
        int threads = threadsOption.threads();
        List<LayerStatistics> counted = new ArrayList<>();
        long positions = layers.stream().mapToLong(database.game()::size).sum();
        PrintWriter lines = positions < LARGE ? new PrintWriter(Writer.nullWriter()) : err;
        int top = layers.stream().mapToInt(Integer::intValue).max().orElse(0);
        try (Progress progress = new Progress(lines, database.game(), top)) {
            DatabaseStatistics statistics = new DatabaseStatistics(database, threads, !withoutMoves, again, progress);
            statistics.forEach(layers, counted::add);
            statistics.notKept().ifPresent(e -> err.println("granary: statistics are not kept: " + e));
        }
        return counted;
    }
}
