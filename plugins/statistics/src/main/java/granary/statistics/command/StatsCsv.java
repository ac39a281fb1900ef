package granary.statistics.command;

import granary.statistics.Histogram;
import granary.statistics.LayerStatistics;
import granary.statistics.MoveStatistics;
import granary.statistics.Zugzwang;
import java.io.PrintWriter;
import java.util.List;

/** Every count of the given layers as comma-separated values, one per line, for filters and pivot tables. */
final class StatsCsv {
    private StatsCsv() {}

    static void print(PrintWriter out, List<LayerStatistics> counted) {
        out.println("layer,quantity,value,count");
        for (LayerStatistics layer : counted) {
            histogram(out, layer, "score", layer.scores());
            if (layer.unfinished() != null) {
                count(out, layer, "unfinished", layer.unfinished());
            }
            if (layer.distances() != null) {
                histogram(out, layer, "distance", layer.distances());
            }
            if (layer.moves() != null) {
                moves(out, layer, layer.moves());
            }
            if (layer.zugzwang() != null) {
                zugzwang(out, layer, layer.zugzwang());
            }
        }
    }

    private static void moves(PrintWriter out, LayerStatistics layer, MoveStatistics moves) {
        histogram(out, layer, "legal moves", moves.legalMoves());
        histogram(out, layer, "best moves", moves.bestMoves());
        count(out, layer, "only moves", moves.onlyMoves());
        count(out, layer, "captures", moves.captures());
        count(out, layer, "captured", moves.captured());
        count(out, layer, "circling", moves.circling());
    }

    private static void zugzwang(PrintWriter out, LayerStatistics layer, Zugzwang zugzwang) {
        count(out, layer, "zugzwang", zugzwang.positions());
        count(out, layer, "zugzwang lost", zugzwang.lost());
    }

    private static void histogram(PrintWriter out, LayerStatistics layer, String quantity, Histogram histogram) {
        histogram
                .counts()
                .forEach((value, count) -> out.println(layer.layer() + "," + quantity + "," + value + "," + count));
    }

    private static void count(PrintWriter out, LayerStatistics layer, String quantity, long count) {
        out.println(layer.layer() + "," + quantity + ",," + count);
    }
}
