package granary.analysis.chain;

import granary.builder.InvalidRequestException;
import granary.builder.Units;
import granary.builder.build.TemporaryDatabase;
import granary.command.kit.Subcommand;
import granary.games.chain.Chain;
import granary.games.chain.MoveCounts;
import java.io.IOException;
import java.math.BigInteger;
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
            "  granary chain table --to 16",
            "",
            "direct, inverse: the value under each rule; +d: the first player wins in d moves; -d: loses in d.",
            "bits, groups: exact number of moves of a search without memory, with one bit per chip or with group sizes.",
            "positions: all positions that play from the row can reach, including the row and the end."
        })
final class TableCommand extends Subcommand {
    /** For longer rows, counting the moves takes minutes. */
    private static final int LONGEST = 50;

    @Option(names = "--to", paramLabel = "H", defaultValue = "16", description = "The longest row, 1 to 50 (16).")
    private int longest;

    @Override
    protected void run() throws IOException {
        if (longest < 1 || longest > LONGEST) {
            throw new InvalidRequestException("--to must be 1 to " + LONGEST + ", not " + longest);
        }
        List<BigInteger> bits = MoveCounts.bits(longest);
        List<BigInteger> groups = MoveCounts.groups(longest);
        Chain chain = new Chain(true);
        try (TemporaryDatabase direct = new TemporaryDatabase(chain, longest - 1);
                TemporaryDatabase inverse = new TemporaryDatabase(new Chain(false), longest - 1)) {
            int bitsWidth = Math.max(6, count(bits.get(longest - 1)).length() + 2);
            int groupsWidth = Math.max(8, count(groups.get(longest - 1)).length() + 2);
            String format = "%5s %7s %8s %" + bitsWidth + "s %" + groupsWidth + "s %11s%n";
            out().printf(Locale.ROOT, format, "chips", "direct", "inverse", "bits", "groups", "positions");
            for (int chips = 1; chips <= longest; chips++) {
                out().printf(
                                Locale.ROOT,
                                format,
                                chips,
                                direct.database().score(Chain.start(chips)),
                                inverse.database().score(Chain.start(chips)),
                                count(bits.get(chips - 1)),
                                count(groups.get(chips - 1)),
                                // The positions that play from a row of n chips can reach are as many as the partitions
                                // of n + 1.
                                Units.count(chain.size(chips + 1)));
            }
        }
    }

    private static String count(BigInteger number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
