package granary.analysis.chain;

import granary.builder.InvalidRequestException;
import granary.builder.Units;
import granary.builder.database.BuiltDatabase;
import granary.command.kit.Json;
import granary.command.kit.StatusLine;
import granary.command.kit.Subcommand;
import granary.games.chain.Chain;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Compares the cost of top-down searches with that of building a database. */
@Command(
        name = "compare",
        description = "Runs top-down searches on longer and longer rows, and compares them with building a database.",
        footer = {
            "",
            "Example:",
            "  granary chain compare --chips 14",
            "",
            "In the table each method has two columns: moves made (for the database: positions of its layers) and"
                    + " seconds. With cut-offs, a "
                    + "search finds who wins, but not in how few moves. Searches that took 2 seconds are not run on longer rows. "
                    + "The database's time is that of building all layers; most of this is forcing the files to disk."
        })
final class ChainSearchesCommand extends Subcommand {
    /** A search that takes this long is not run on the next row, which would take about ten times as long. */
    private static final double LONG_ENOUGH_SECONDS = 2;

    @Option(names = "--chips", paramLabel = "H", defaultValue = "14", description = "The longest row, 1 to 30 (14).")
    private int longest;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    /** The work of a method on a row of chips: the moves that it made (the database: its positions), and the time. */
    private record Row(int chips, int value, String method, long moves, double seconds) {
        @Override
        public String toString() {
            return Units.count(moves) + String.format(Locale.ROOT, " %8.3f", seconds);
        }
    }

    @Override
    protected void run() throws IOException {
        if (longest < 1 || longest > TopDown.MAX_CHIPS) {
            throw new InvalidRequestException("--chips must be 1 to " + TopDown.MAX_CHIPS + ", not " + longest);
        }
        List<Timed> searches = List.of(
                new Timed("bits", new BitSearch(false)),
                new Timed("bits, cut-offs", new BitSearch(true)),
                new Timed("groups", new GroupSearch(false)),
                new Timed("groups, cut-offs", new GroupSearch(true)));
        PrintWriter lines = json ? new PrintWriter(Writer.nullWriter()) : out();
        lines.print("chips value");
        searches.forEach(search -> lines.print(column(search.name)));
        lines.println(column("database"));
        List<Row> rows = new ArrayList<>();
        try (StatusLine status = new StatusLine()) {
            for (int chips = 1; chips <= longest; chips++) {
                long start = System.nanoTime();
                status.show(List.of("row of " + chips + " to " + longest, "database"));
                try (BuiltDatabase built = new BuiltDatabase(new Chain(true), chips - 1)) {
                    int value = built.database().score(Chain.start(chips));
                    double seconds = (System.nanoTime() - start) / 1e9;
                    StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "%5d %5d", chips, value));
                    for (Timed search : searches) {
                        boolean isRun = search.seconds <= LONG_ENOUGH_SECONDS;
                        if (isRun) {
                            status.show(List.of("row of " + chips + " to " + longest, search.name));
                            rows.add(search.run(chips, value));
                        }
                        line.append(column(isRun ? rows.getLast().toString() : "-"));
                    }
                    rows.add(new Row(chips, value, "database", positions(built), seconds));
                    status.clear();
                    lines.println(line.append(column(rows.getLast().toString())));
                    lines.flush();
                }
            }
        }
        if (json) {
            out().println(Json.line(rows));
        }
    }

    private static long positions(BuiltDatabase built) {
        return built.database().layers().stream()
                .mapToLong(layer -> built.database().game().size(layer))
                .sum();
    }

    private static String column(String text) {
        return String.format(Locale.ROOT, "%24s", text);
    }

    /** A search with the time that its last run took. */
    private static final class Timed {
        private final String name;
        private final TopDown search;
        private double seconds;

        Timed(String name, TopDown search) {
            this.name = name;
            this.search = search;
        }

        Row run(int chips, int value) {
            long start = System.nanoTime();
            search.solve(chips);
            seconds = (System.nanoTime() - start) / 1e9;
            return new Row(chips, value, name, search.moves(), seconds);
        }
    }
}
