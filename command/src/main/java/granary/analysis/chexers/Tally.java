package granary.analysis.chexers;

import granary.command.kit.Column;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Adds up the work of a search on many boards. */
final class Tally {
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

    /**
     * The means per board. The members are the columns.
     *
     * @param boards the boards that were solved
     * @param pruned the share of the generated sets that the table pruned, 0 to 1
     * @param longestMs the longest time for a board
     * @param buildingSeconds what building a database took; null for searches without one
     */
    record Row(
            String solver,
            int boards,
            double actions,
            double expanded,
            double generated,
            double pruned,
            double branching,
            double meanMs,
            double longestMs,
            Double buildingSeconds) {}

    /** Returns the sums. */
    Row row(Double buildingSeconds) {
        double each = Math.max(1, boards);
        return new Row(
                name,
                boards,
                actions / each,
                expanded / each,
                generated / each,
                (double) pruned / Math.max(1, generated),
                branching / each,
                1e3 * seconds / each,
                1e3 * longest,
                buildingSeconds);
    }

    /** Returns rows as a table. */
    static String table(List<Row> rows) {
        return Column.table(
                rows.size() - 1,
                List.of(
                        new Column("solver", i -> rows.get(i).solver),
                        column("actions", "%.1f", rows, Row::actions),
                        column("expanded", "%,.1f", rows, Row::expanded),
                        column("generated", "%,.1f", rows, Row::generated),
                        column("pruned", "%.1f %%", rows, row -> 100 * row.pruned),
                        column("branching", "%.2f", rows, Row::branching),
                        column("mean ms", "%.2f", rows, Row::meanMs),
                        column("longest ms", "%.1f", rows, Row::longestMs)));
    }

    private static Column column(String title, String format, List<Row> rows, ToDoubleFunction<Row> value) {
        return new Column(title, i -> String.format(Locale.ROOT, format, value.applyAsDouble(rows.get(i))));
    }
}
