package granary.analysis.chain;

import granary.builder.InvalidRequestException;
import granary.builder.Units;
import granary.builder.database.BuiltDatabase;
import granary.command.kit.Column;
import granary.command.kit.Json;
import granary.command.kit.Subcommand;
import granary.games.chain.Chain;
import granary.games.chain.MoveCounts;
import java.io.IOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Prints the values of the opening rows, and the cost of top-down searches. */
@Command(
        name = "table",
        description = "Prints, for each opening row, the row's values and the number of moves in a top-down search.",
        footer = {
            "",
            "Example:",
            "  granary chain table --chips 16",
            "",
            "direct, inverse: the value under each rule; +d: the first player wins in d moves; -d: loses in d. "
                    + "bits, groups: exact number of moves of a search without memory, with one bit per chip or with group"
                    + " sizes. "
                    + "positions: all positions that play from the row can reach, including the row and the end."
        })
final class TableCommand extends Subcommand {
    /** For longer rows, counting the moves takes minutes. */
    private static final int LONGEST = 50;

    @Option(names = "--chips", paramLabel = "H", defaultValue = "16", description = "The longest row, 1 to 50 (16).")
    private int longest;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    /** The printed values of a row of chips. The members are the columns. */
    private record Row(int chips, int direct, int inverse, BigInteger bits, BigInteger groups, long positions) {}

    @Override
    protected void run() throws IOException {
        if (longest < 1 || longest > LONGEST) {
            throw new InvalidRequestException("--chips must be 1 to " + LONGEST + ", not " + longest);
        }
        List<BigInteger> bits = MoveCounts.bits(longest);
        List<BigInteger> groups = MoveCounts.groups(longest);
        Chain chain = new Chain(true);
        try (BuiltDatabase direct = new BuiltDatabase(chain, longest - 1);
                BuiltDatabase inverse = new BuiltDatabase(new Chain(false), longest - 1)) {
            List<Row> rows = new ArrayList<>();
            for (int chips = 1; chips <= longest; chips++) {
                rows.add(new Row(
                        chips,
                        direct.database().score(Chain.start(chips)),
                        inverse.database().score(Chain.start(chips)),
                        bits.get(chips - 1),
                        groups.get(chips - 1),
                        // The positions that play from a row of n chips can reach are as many as the partitions of n +
                        // 1.
                        chain.size(chips + 1)));
            }
            if (json) {
                out().println(Json.line(rows));
            } else {
                out().println(Column.table(
                        longest - 1,
                        List.of(
                                new Column("chips", i -> Integer.toString(rows.get(i).chips)),
                                new Column("direct", i -> Integer.toString(rows.get(i).direct)),
                                new Column("inverse", i -> Integer.toString(rows.get(i).inverse)),
                                new Column("bits", i -> count(rows.get(i).bits)),
                                new Column("groups", i -> count(rows.get(i).groups)),
                                new Column("positions", i -> Units.count(rows.get(i).positions)))));
            }
        }
    }

    private static String count(BigInteger number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
