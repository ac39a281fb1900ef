package granary.analysis.chexers;

import java.util.Locale;
import java.util.StringJoiner;

/** Adds up the work of a search on many boards. */
final class Tally {
    private static final String FORMAT = "%-9s %8s %12s %12s %9s %10s %10s %10s";

    private final String name;
    private int boards;
    private long actions;
    private long expanded;
    private long generated;
    private long pruned;
    private double branching;
    private double seconds;
    private double longest;

    /** Makes an empty tally for the named search. */
    Tally(String name) {
        this.name = name;
    }

    /** Solves a board and returns whether there is a solution. Boards without a solution do not count. */
    boolean add(PuzzleSearch search, Puzzle puzzle) {
        long start = System.nanoTime();
        Solution solution = search.solve(puzzle);
        double taken = (System.nanoTime() - start) / 1e9;
        if (solution.isSolvable()) {
            boards++;
            actions += solution.moves().size();
            expanded += solution.expanded();
            generated += solution.generated();
            pruned += solution.pruned();
            branching += solution.effectiveBranching();
            seconds += taken;
            longest = Math.max(longest, taken);
        }
        return solution.isSolvable();
    }

    /** Returns a table of the means per board, with a row for each tally. */
    static String table(Tally... tallies) {
        StringJoiner lines = new StringJoiner("\n");
        lines.add(String.format(
                FORMAT, "solver", "actions", "expanded", "generated", "pruned", "branching", "mean ms", "longest ms"));
        for (Tally tally : tallies) {
            lines.add(tally.row());
        }
        return lines.toString();
    }

    private String row() {
        double each = Math.max(1, boards);
        return String.format(
                FORMAT,
                name,
                number("%.1f", actions / each),
                number("%,.1f", expanded / each),
                number("%,.1f", generated / each),
                number("%.1f %%", 100.0 * pruned / Math.max(1, generated)),
                number("%.2f", branching / each),
                number("%.2f", 1e3 * seconds / each),
                number("%.1f", 1e3 * longest));
    }

    private static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
