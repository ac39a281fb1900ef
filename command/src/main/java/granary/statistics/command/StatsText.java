package granary.statistics.command;

import granary.builder.Units;
import granary.command.kit.Column;
import granary.game.Game;
import granary.game.Scoring;
import granary.statistics.Histogram;
import granary.statistics.LayerStatistics;
import granary.statistics.StatisticsJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Statistics as text for the terminal, with the names and values of {@link StatisticsJson}. */
final class StatsText {
    private static final int BAR = 40;

    /** The approximate number of lines of a histogram of distances. */
    private static final int ROWS = 32;

    /** The columns of the table behind the layer, by their names in JSON. Counts are printed as shares of the positions. */
    private static final List<String> COLUMNS = List.of(
            "positions",
            "mean",
            "won",
            "drawn",
            "endlessAtLeast",
            "longestDistance",
            "surelyWon",
            "surelyDrawn",
            "surelyLost",
            "open",
            "exact",
            "movesPerPosition",
            "capturesPerPosition",
            "onlyMoves",
            "zugzwang");

    private static final Set<String> SHARES = Set.of("won", "drawn", "lost");

    /** Counts that are no share of the positions. */
    private static final Set<String> OTHER_COUNTS = Set.of("positions", "moves", "captures", "captured");

    private final Game game;
    private final Scoring scoring;

    StatsText(Game game) {
        this.game = game;
        this.scoring = game.scoring();
    }

    /** Returns a table with a line for each layer. If the table is wider than {@code width}, splits it into several. */
    String table(List<LayerStatistics> layers, int width) {
        List<Map<String, Object>> rows =
                layers.stream().map(layer -> StatisticsJson.of(layer, scoring)).toList();
        List<Column> columns = new ArrayList<>();
        columns.add(new Column(
                game.type().layerUnit(), row -> rows.get(row).get("layer").toString()));
        for (String name : COLUMNS) {
            if (rows.stream().anyMatch(row -> row.containsKey(name))) {
                columns.add(new Column(
                        name, row -> cell(name, layers.get(row), rows.get(row).get(name))));
            }
        }
        return Column.table(layers.size() - 1, columns, width);
    }

    private static String cell(String name, LayerStatistics layer, Object value) {
        return switch (value) {
            case null -> "-";
            case Long count -> OTHER_COUNTS.contains(name) ? Units.count(count) : percent(layer.share(count));
            case Double number -> SHARES.contains(name) ? percent(number) : number(number);
            default -> value.toString();
        };
    }

    /** Returns everything about one layer: a line for each quantity, then histograms. */
    String layer(LayerStatistics layer) {
        List<String> lines = new ArrayList<>();
        lines.add(game.identity() + ", layer " + layer.layer());
        StatisticsJson.of(layer, scoring).forEach((name, value) -> {
            if (!name.equals("layer") && !(value instanceof SortedMap)) {
                lines.add(name + ": " + line(name, layer, value));
            }
        });
        lines.add("");
        lines.add(histogram("score", layer.scores(), scoring::text));
        if (layer.distances() != null) {
            lines.add("");
            lines.add(binned("distance", layer.distances()));
        }
        return String.join("\n", lines);
    }

    private static String line(String name, LayerStatistics layer, Object value) {
        String cell = cell(name, layer, value);
        return switch (value) {
            case Long count -> OTHER_COUNTS.contains(name) ? cell : Units.count(count) + ", " + cell;
            case List<?> positions ->
                positions.isEmpty() ? "-" : positions.getFirst().toString();
            case Map<?, ?> members ->
                members.entrySet().stream()
                        .map(member -> member.getKey() + " " + member.getValue())
                        .collect(Collectors.joining(", "));
            default -> cell;
        };
    }

    /** Returns a histogram, with several values on a line when there are many. */
    private static String binned(String title, Histogram histogram) {
        int width = 1 + histogram.maximum() / ROWS;
        SortedMap<Integer, Long> bins = new TreeMap<>();
        histogram.counts().forEach((value, count) -> bins.merge(value / width, count, Long::sum));
        return histogram(
                title,
                new Histogram(bins),
                bin -> width == 1 ? Integer.toString(bin) : bin * width + ".." + (bin * width + width - 1));
    }

    private static String histogram(String title, Histogram histogram, Function<Integer, String> text) {
        List<Map.Entry<Integer, Long>> rows = List.copyOf(histogram.counts().entrySet());
        long most = rows.stream().mapToLong(Map.Entry::getValue).max().orElse(1);
        double all = histogram.positions();
        return Column.table(
                        rows.size() - 1,
                        List.of(
                                new Column(
                                        title, row -> text.apply(rows.get(row).getKey())),
                                new Column(
                                        "positions",
                                        row -> Units.count(rows.get(row).getValue())),
                                new Column("share", row -> percent(rows.get(row).getValue() / all)),
                                new Column("", row -> bar(rows.get(row).getValue(), most))))
                .replaceAll(" +(\n|$)", "$1");
    }

    /** Returns a bar that begins at the left of its column. */
    private static String bar(long count, long most) {
        String bar = "#".repeat((int) Math.round((double) BAR * count / most));
        return String.format("%-" + BAR + "s", bar);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f%%", 100 * share);
    }
}
