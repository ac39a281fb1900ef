package granary.statistics;

import granary.game.Scoring;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Statistics as members of a JSON object: the counts, and the figures computed from them. CSV, tables and charts have the same names for the
 * same quantities.
 */
public final class StatisticsJson {
    private StatisticsJson() {}

    /**
     * Returns the statistics of a layer. Numbers of positions are counts, but for won, drawn and lost, which are shares of 0 to 1; unknown
     * values are left out.
     *
     * @param scoring the game's scoring
     */
    public static Map<String, Object> of(LayerStatistics layer, Scoring scoring) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("layer", layer.layer());
        json.put("positions", layer.positions());
        json.put("mean", layer.scores().mean());
        json.put("won", layer.won(scoring));
        json.put("drawn", layer.drawn(scoring));
        json.put("lost", layer.lost(scoring));
        if (layer.endlessAtLeast() != null) {
            json.put("endlessAtLeast", layer.endlessAtLeast());
        }
        json.put("bitsPerScore", layer.bitsPerScore());
        json.put("entropyBits", layer.scores().entropy());
        json.put("scores", layer.scores().counts());
        if (layer.distances() != null) {
            json.put("meanDistance", layer.distances().mean());
            json.put("longestDistance", layer.distances().maximum());
            json.put("longestPositions", layer.longest());
            json.put("distances", layer.distances().counts());
        }
        if (layer.outcomes() != null) {
            json.put("surelyWon", layer.outcomes().won());
            json.put("surelyDrawn", layer.outcomes().drawn());
            json.put("surelyLost", layer.outcomes().lost());
            json.put("open", layer.outcomes().open());
            json.put("exact", layer.outcomes().exact());
        }
        if (layer.moves() != null) {
            json.put("moves", layer.moves().moves());
            json.put("movesPerPosition", layer.moves().legalMoves().mean());
            json.put("captures", layer.moves().captures());
            json.put("capturesPerPosition", layer.share(layer.moves().captures()));
            json.put("captured", layer.moves().captured());
            json.put("onlyMoves", layer.moves().onlyMoves());
            json.put("circling", layer.moves().circling());
            json.put("legalMoves", layer.moves().legalMoves().counts());
            json.put("bestMoves", layer.moves().bestMoves().counts());
        }
        if (layer.zugzwang() != null) {
            json.put("zugzwang", layer.zugzwang().positions());
            json.put("zugzwangLost", layer.zugzwang().lost());
            if (layer.zugzwang().example() != null) {
                Map<String, Object> example = new LinkedHashMap<>();
                example.put("position", layer.zugzwang().example());
                example.put("score", layer.zugzwang().score());
                example.put("otherToMove", layer.zugzwang().scoreForOther());
                json.put("zugzwangExample", example);
            }
        }
        return json;
    }
}
