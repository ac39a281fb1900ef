package granary.command.plan;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Units;
import granary.command.kit.Column;
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
    private static final int SEEDS_PER_PIT = 4;

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

    /**
     * Returns 4-awari's table: configurations, those accessible from the initial position under the strict rules (without
     * the initial position itself), and their space. Explores the whole game, which takes a few seconds.
     */
    public static String fourPits() {
        Awari awari = new Awari(4, RuleSet.STRICT);
        int[] initial = new int[8];
        Arrays.fill(initial, 3);
        int top = awari.layer(initial);
        long[] accessible = AccessiblePositions.count(awari, initial);
        double bytes = bytesPerScore(top);
        return Column.table(
                top,
                List.of(
                        new Column("n", Integer::toString),
                        new Column("configs", n -> Long.toString(awari.size(n))),
                        new Column("configs (a)", n -> Long.toString(accessible[n])),
                        new Column("space", n -> Units.bytes(bytes * awari.size(n))),
                        new Column("space (c)", n -> Units.bytes(bytes * cumulated(n, awari::size))),
                        new Column("space (a,c)", n -> Units.bytes(bytes * cumulated(n, i -> accessible[i])))));
    }

    /** Returns 6-awari's table: configurations, the space of their scores, and the working space. */
    public static String sixPits() {
        Awari awari = new Awari(6, RuleSet.OLYMPIAD);
        int top = 2 * awari.pits() * SEEDS_PER_PIT;
        double bytes = bytesPerScore(top);
        return Column.table(
                top,
                List.of(
                        new Column("n", Integer::toString),
                        new Column("configs", n -> Long.toString(awari.size(n))),
                        new Column("space", n -> Units.bytes(bytes * awari.size(n))),
                        new Column("space (c)", n -> Units.bytes(bytes * cumulated(n, awari::size))),
                        new Column("space (real)", n -> Units.bytes(2.0 * awari.size(n)))));
    }

    /**
     * Returns an upper bound on the table accesses of retrograde analysis of 6-awari, layer by layer: (K + n + 2) f(n)
     * with f(n) configurations, K = 12 moves to or from each, and f(n) capturing moves in all.
     */
    public static String cost() {
        Awari awari = new Awari(6, RuleSet.OLYMPIAD);
        return Column.table(
                2 * awari.pits() * SEEDS_PER_PIT,
                List.of(
                        new Column("n", Integer::toString),
                        new Column("cost", n -> String.format(Locale.ROOT, "%.3e", (14.0 + n) * awari.size(n)))));
    }

    private static double bytesPerScore(int seeds) {
        return Math.log(2 * seeds + 1) / Math.log(2) / 8;
    }

    private static long cumulated(int top, IntToLongFunction count) {
        return IntStream.rangeClosed(0, top).mapToLong(count).sum();
    }
}
