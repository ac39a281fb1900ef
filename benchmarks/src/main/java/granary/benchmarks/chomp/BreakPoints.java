package granary.benchmarks.chomp;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * A bar as its break points. At a break point, the square and all squares below it and to its right are eaten. Only
 * the corners of the staircase are kept, by ascending row and so by descending column: at most as many as there are rows, or columns
 * if these are fewer. A move costs O(break points), an object and a list.
 */
public final class BreakPoints implements BarForm<List<BreakPoints.Point>> {
    private final int rows;
    private final int columns;

    /**
     * A break point.
     *
     * @param row from 0
     * @param column from 0
     */
    public record Point(int row, int column) {}

    /**
     * Makes the form for a bar.
     *
     * @param rows 1 or more
     * @param columns 1 or more
     */
    public BreakPoints(int rows, int columns) {
        this.rows = rows;
        this.columns = columns;
    }

    @Override
    public List<Point> whole() {
        return List.of();
    }

    @Override
    public void successors(List<Point> bar, Consumer<? super List<Point>> visitor) {
        int[] lengths = rowLengths(bar);
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < lengths[row]; column++) {
                visitor.accept(eat(bar, new Point(row, column)));
            }
        }
    }

    /** Returns the bar after a move: inserts its point and leaves out those that it covers. */
    private static List<Point> eat(List<Point> bar, Point eaten) {
        List<Point> after = new ArrayList<>(bar.size() + 1);
        int i = 0;
        while (i < bar.size() && bar.get(i).row() < eaten.row()) {
            after.add(bar.get(i++));
        }
        after.add(eaten);
        while (i < bar.size() && bar.get(i).column() >= eaten.column()) {
            i++;
        }
        after.addAll(bar.subList(i, bar.size()));
        return after;
    }

    @Override
    public int[] rowLengths(List<Point> bar) {
        int[] lengths = new int[rows];
        Arrays.fill(lengths, columns);
        for (Point point : bar) {
            Arrays.fill(lengths, point.row(), rows, point.column());
        }
        return lengths;
    }
}
