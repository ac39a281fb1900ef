package granary.command.kit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A column of a table whose rows are numbered from 0, such as layers.
 *
 * @param title its heading
 * @param cell the text of a row
 */
public record Column(String title, IntFunction<String> cell) {
    /** Returns a table with right-aligned columns two spaces apart, one line per row. */
    public static String table(int lastRow, List<Column> columns) {
        String[] lines = new String[lastRow + 2];
        Arrays.fill(lines, "");
        for (Column column : columns) {
            List<String> cells = Stream.concat(
                            Stream.of(column.title),
                            IntStream.rangeClosed(0, lastRow).mapToObj(column.cell))
                    .toList();
            int width = cells.stream().mapToInt(String::length).max().orElseThrow() + (lines[0].isEmpty() ? 0 : 2);
            for (int i = 0; i < lines.length; i++) {
                lines[i] += " ".repeat(width - cells.get(i).length()) + cells.get(i);
            }
        }
        return String.join("\n", lines);
    }

    /**
     * Returns a table whose lines are not longer than a width. The columns that do not fit follow in further tables, each with the
     * first column again.
     */
    public static String table(int lastRow, List<Column> columns, int width) {
        int count = columns.size();
        String table = table(lastRow, columns);
        while (count > 2 && table.indexOf('\n') > width) {
            count--;
            table = table(lastRow, columns.subList(0, count));
        }
        if (count == columns.size()) {
            return table;
        }
        List<Column> more = new ArrayList<>(columns.subList(count, columns.size()));
        more.addFirst(columns.getFirst());
        return table + "\n\n" + table(lastRow, more, width);
    }
}
