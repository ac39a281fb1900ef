package granary.analysis.chexers;

import granary.command.kit.Column;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Collects the work of a search on many boards. */
final class Tally {
    private final String name;
    private final List<Solution> solutions = new ArrayList<>();
    private final DoubleSummaryStatistics seconds = new DoubleSummaryStatistics();

    /** Makes an empty tally for the named search. */
    Tally(String name) {
        this.name = name;
    }

    /** Solves a board and returns whether there is a solution. Boards without a solution do not count. */
    boolean add(PuzzleSearch search, Puzzle puzzle) {
        long start = System.nanoTime();
        Solution solution = search.solve(puzzle);
        if (solution.isSolvable()) {
            solutions.add(solution);
            seconds.accept((System.nanoTime() - start) / 1e9);
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

    /** Returns the means. */
    Row row(Double buildingSeconds) {
        double generated = mean(Solution::generated);
        return new Row(
                name,
                solutions.size(),
                mean(solution -> solution.moves().size()),
                mean(Solution::expanded),
                generated,
                generated == 0 ? 0 : mean(Solution::pruned) / generated,
                mean(Solution::effectiveBranching),
                1e3 * seconds.getAverage(),
                solutions.isEmpty() ? 0 : 1e3 * seconds.getMax(),
                buildingSeconds);
    }

    private double mean(ToDoubleFunction<Solution> figure) {
        return solutions.stream().mapToDouble(figure).average().orElse(0);
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
