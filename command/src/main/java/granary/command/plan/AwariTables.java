package granary.command.plan;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Units;
import granary.command.kit.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/**
 * The space and cost tables of a complexity analysis of awari, computed from its formulas. A score takes log2(2 s + 1)
 * bits, s being the seeds of the initial position, so that all layers can be added up; "real" space is what retrograde
 * analysis works in, two bytes per position.
 */
public final class AwariTables {
    private static final Awari SIX_PITS = new Awari(6, RuleSet.OLYMPIAD);
    private static final int SEEDS = 48;

    private AwariTables() {}

    /** Returns all tables with their headings, of at most 80 columns. */
    public static String all() {
        return String.join(
                "\n",
                "4-awari, log2(49) bits a score; (a) accessible by strict rules, (c) cumulated",
                fourPits(),
                "",
                "6-awari, log2(97) bits a score; (c) cumulated, (real) two bytes a position",
                sixPits(),
                "",
                "6-awari, accesses to the table by retrograde analysis",
                cost());
    }

    /** The accessible configurations leave out the initial position. Exploring the whole game takes a few seconds. */
    private static String fourPits() {
        Awari awari = new Awari(4, RuleSet.STRICT);
        int[] initial = new int[8];
        Arrays.fill(initial, 3);
        int top = awari.layer(initial);
        long[] accessible = AccessiblePositions.count(awari, initial);
        List<Column> columns = columns(awari, top);
        columns.add(2, new Column("configs (a)", n -> Long.toString(accessible[n])));
        columns.add(new Column("space (a,c)", n -> Units.bytes(bytesPerScore(top) * cumulated(n, i -> accessible[i]))));
        return Column.table(top, columns);
    }

    private static String sixPits() {
        List<Column> columns = columns(SIX_PITS, SEEDS);
        columns.add(new Column("space (real)", n -> Units.bytes(2.0 * SIX_PITS.size(n))));
        return Column.table(SEEDS, columns);
    }

    private static List<Column> columns(Awari awari, int top) {
        double bytes = bytesPerScore(top);
        return new ArrayList<>(List.of(
                new Column("n", Integer::toString),
                new Column("configs", n -> Long.toString(awari.size(n))),
                new Column("space", n -> Units.bytes(bytes * awari.size(n))),
                new Column("space (c)", n -> Units.bytes(bytes * cumulated(n, awari::size)))));
    }

    /**
     * Returns an upper bound on the table accesses of retrograde analysis of 6-awari, layer by layer: (K + n + 2) f(n)
     * with f(n) configurations, K = 12 moves to or from each, and f(n) capturing moves in all.
     */
    private static String cost() {
        return Column.table(
                SEEDS,
                List.of(
                        new Column("n", Integer::toString),
                        new Column("cost", n -> String.format(Locale.ROOT, "%.3e", (14.0 + n) * SIX_PITS.size(n)))));
    }

    private static double bytesPerScore(int seeds) {
        return Math.log(2 * seeds + 1) / Math.log(2) / 8;
    }

    private static long cumulated(int top, IntToLongFunction count) {
        return IntStream.rangeClosed(0, top).mapToLong(count).sum();
    }
}
