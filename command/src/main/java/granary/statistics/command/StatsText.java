package granary.statistics.command;

import granary.builder.Units;
import granary.command.kit.Column;
import granary.game.Game;
import granary.game.Scoring;
import granary.statistics.Histogram;
import granary.statistics.LayerStatistics;
import granary.statistics.MoveStatistics;
import granary.statistics.Outcomes;
import granary.statistics.StatisticsJson;
import granary.statistics.Zugzwang;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Statistics as text for the terminal. */
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

    private static final Set<String> SHARES = Set.of("won", "drawn");

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
            case Long count -> name.equals("positions") ? Units.count(count) : share(layer, count);
            case Double number -> SHARES.contains(name) ? percent(number) : number(number);
            default -> value.toString();
        };
    }

    /** Returns everything about one layer. */
    String layer(LayerStatistics layer) {
        List<String> lines = new ArrayList<>();
        lines.add(game.identity() + ", layer " + layer.layer() + ": " + Units.count(layer.positions()) + " positions");
        lines.add(String.format(
                Locale.ROOT,
                "scores: mean %s; won %s, drawn %s, lost %s",
                number(layer.scores().mean()),
                percent(layer.won(scoring)),
                percent(layer.drawn(scoring)),
                percent(layer.lost(scoring))));
        if (layer.endlessAtLeast() != null) {
            lines.add("endless: at least " + share(layer, layer.endlessAtLeast()) + " by the parity of the score");
        }
        lines.add(String.format(
                Locale.ROOT,
                "bits per score: %.2f in the file, %.2f by entropy",
                layer.bitsPerScore(),
                layer.scores().entropy()));
        if (layer.outcomes() != null) {
            Outcomes outcomes = layer.outcomes();
            lines.add("certain with level stores: won " + share(layer, outcomes.won()) + ", drawn "
                    + share(layer, outcomes.drawn()) + ", lost " + share(layer, outcomes.lost())
                    + "; open " + share(layer, outcomes.open()));
            lines.add("bounds: exact in " + share(layer, outcomes.exact()) + " of the positions");
        }
        if (layer.moves() != null) {
            addMoves(lines, layer, layer.moves());
        }
        if (layer.zugzwang() != null) {
            addZugzwang(lines, layer, layer.zugzwang());
        }
        if (layer.distances() != null) {
            lines.add("distances: mean " + number(layer.distances().mean()) + ", longest "
                    + layer.distances().maximum()
                    + (layer.longest().isEmpty()
                            ? ""
                            : ", such as " + layer.longest().getFirst()));
        }
        lines.add("");
        lines.add(histogram("score", layer.scores(), scoring::text));
        if (layer.distances() != null) {
            lines.add("");
            lines.add(binned("distance", layer.distances()));
        }
        return String.join("\n", lines);
    }

    private static void addMoves(List<String> lines, LayerStatistics layer, MoveStatistics moves) {
        lines.add(String.format(
                Locale.ROOT,
                "moves: %s a position; %s a position capture, %s seeds on average",
                number(moves.legalMoves().mean()),
                number(layer.share(moves.captures())),
                number((double) moves.captured() / Math.max(1, moves.captures()))));
        lines.add("only moves: in " + share(layer, moves.onlyMoves())
                + " of the positions one of several moves alone keeps the score");
        lines.add("circling: in " + share(layer, moves.circling())
                + " the score is that of endless play and no best move leaves the layer");
    }

    private void addZugzwang(List<String> lines, LayerStatistics layer, Zugzwang zugzwang) {
        lines.add("mutual zugzwang: " + Units.count(zugzwang.positions()) + " positions, "
                + share(layer, zugzwang.positions())
                + ("; in " + Units.count(zugzwang.lost()) + " whoever moves loses")
                + (zugzwang.example() == null
                        ? ""
                        : "; " + zugzwang.example() + " scores " + scoring.text(zugzwang.score()) + ", and "
                                + scoring.text(zugzwang.scoreForOther()) + " with the other to move"));
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

    private static String share(LayerStatistics layer, long count) {
        return percent(layer.share(count));
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f%%", 100 * share);
    }
}
