package granary.statistics.command;

import granary.game.Scoring;
import granary.statistics.LayerStatistics;
import granary.statistics.StatisticsJson;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A count of the positions of a layer, for filters and pivot tables.
 *
 * @param layer the layer
 * @param quantity what is counted, by its name in JSON
 * @param value the score, distance or number of moves of the positions; null where the quantity has no values
 * @param count the number of positions; for {@code captured}, of seeds; for {@code captures}, of moves
 */
record StatsRow(int layer, String quantity, Integer value, long count) {
    private static final List<String> COUNTS = List.of(
            "scores",
            "endlessAtLeast",
            "distances",
            "surelyWon",
            "surelyDrawn",
            "surelyLost",
            "open",
            "exact",
            "legalMoves",
            "bestMoves",
            "onlyMoves",
            "captures",
            "captured",
            "circling",
            "zugzwang",
            "zugzwangLost");

    /** Returns every count of some layers. */
    static List<StatsRow> of(List<LayerStatistics> counted, Scoring scoring) {
        List<StatsRow> rows = new ArrayList<>();
        for (LayerStatistics layer : counted) {
            Map<String, Object> json = StatisticsJson.of(layer, scoring);
            for (String quantity : COUNTS) {
                if (json.get(quantity) instanceof Map<?, ?> counts) {
                    counts.forEach((value, count) ->
                            rows.add(new StatsRow(layer.layer(), quantity, (Integer) value, (Long) count)));
                } else if (json.get(quantity) instanceof Long count) {
                    rows.add(new StatsRow(layer.layer(), quantity, null, count));
                }
            }
        }
        return rows;
    }

    /** Prints rows as CSV, under the names of their members. */
    static void printCsv(PrintWriter out, List<StatsRow> rows) {
        out.println("layer,quantity,value,count");
        rows.forEach(row ->
                out.println(row.layer + "," + row.quantity + "," + Objects.toString(row.value, "") + "," + row.count));
    }
}
