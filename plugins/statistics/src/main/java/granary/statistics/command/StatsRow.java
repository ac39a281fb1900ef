package granary.statistics.command;

import granary.statistics.Histogram;
import granary.statistics.LayerStatistics;
import granary.statistics.MoveStatistics;
import java.util.ArrayList;
import java.util.List;

/**
 * A count of the positions of a layer, for filters and pivot tables. The quantities have the names that they have in JSON.
 *
 * @param layer the layer
 * @param quantity what is counted
 * @param value the score, distance or number of moves of the positions; null where the quantity has no values
 * @param count the number of positions; for {@code captured}, of seeds
 */
record StatsRow(int layer, String quantity, Integer value, long count) {
    /** Returns every count of some layers. */
    static List<StatsRow> of(List<LayerStatistics> counted) {
        List<StatsRow> rows = new ArrayList<>();
        for (LayerStatistics layer : counted) {
            add(rows, layer, "scores", layer.scores());
            if (layer.unfinished() != null) {
                add(rows, layer, "endlessAtLeast", layer.unfinished());
            }
            if (layer.distances() != null) {
                add(rows, layer, "distances", layer.distances());
            }
            if (layer.moves() != null) {
                addMoves(rows, layer, layer.moves());
            }
            if (layer.zugzwang() != null) {
                add(rows, layer, "zugzwang", layer.zugzwang().positions());
                add(rows, layer, "zugzwangLost", layer.zugzwang().lost());
            }
        }
        return rows;
    }

    private static void addMoves(List<StatsRow> rows, LayerStatistics layer, MoveStatistics moves) {
        add(rows, layer, "legalMoves", moves.legalMoves());
        add(rows, layer, "bestMoves", moves.bestMoves());
        add(rows, layer, "onlyMoves", moves.onlyMoves());
        add(rows, layer, "captures", moves.captures());
        add(rows, layer, "captured", moves.captured());
        add(rows, layer, "circling", moves.circling());
    }

    private static void add(List<StatsRow> rows, LayerStatistics layer, String quantity, Histogram histogram) {
        histogram.counts().forEach((value, count) -> rows.add(new StatsRow(layer.layer(), quantity, value, count)));
    }

    private static void add(List<StatsRow> rows, LayerStatistics layer, String quantity, long count) {
        rows.add(new StatsRow(layer.layer(), quantity, null, count));
    }
}
