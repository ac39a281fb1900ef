package granary.command.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A column of a table whose rows are numbered from 0, such as layers.
 *
 * @param title its heading
 * @param cell the text for a layer
 */
public record Column(String title, IntFunction<String> cell) {
    /** Returns a table with right-aligned columns two spaces apart, one line per layer from 0. */
    public static String table(int topLayer, List<Column> columns) {
        List<List<String>> cells = columns.stream()
                .map(column ->
                        IntStream.rangeClosed(0, topLayer).mapToObj(column.cell).toList())
                .toList();
        int[] widths = IntStream.range(0, columns.size())
                .map(i -> Math.max(
                        columns.get(i).title.length(),
                        cells.get(i).stream().mapToInt(String::length).max().orElse(0)))
                .toArray();
        String heading = row(widths, i -> columns.get(i).title);
        String body = IntStream.rangeClosed(0, topLayer)
                .mapToObj(layer -> row(widths, i -> cells.get(i).get(layer)))
                .collect(Collectors.joining("\n"));
        return heading + "\n" + body;
    }

    /**
     * Returns a table whose lines are not longer than a width. The columns that do not fit follow in further tables, each with the
     * first column again.
     */
    public static String table(int topLayer, List<Column> columns, int width) {
        for (int count = columns.size(); count > 2; count--) {
            String table = table(topLayer, columns.subList(0, count));
            if (table.indexOf('\n') <= width) {
                return table + more(topLayer, columns, count, width);
            }
        }
        return table(topLayer, columns.subList(0, Math.min(2, columns.size()))) + more(topLayer, columns, 2, width);
    }

    private static String more(int topLayer, List<Column> columns, int from, int width) {
        if (from >= columns.size()) {
            return "";
        }
        List<Column> more = new ArrayList<>(columns.subList(from, columns.size()));
        more.addFirst(columns.getFirst());
        return "\n\n" + table(topLayer, more, width);
    }

    private static String row(int[] widths, IntFunction<String> cell) {
        return IntStream.range(0, widths.length)
                .mapToObj(i -> String.format(Locale.ROOT, "%" + widths[i] + "s", cell.apply(i)))
                .collect(Collectors.joining("  "));
    }
}
