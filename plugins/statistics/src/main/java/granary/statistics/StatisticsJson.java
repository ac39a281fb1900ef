package granary.statistics;

import granary.game.Scoring;
import java.util.LinkedHashMap;
import java.util.Map;

/** Statistics as members of a JSON object: the counts, and the figures computed from them. */
public final class StatisticsJson {
    private StatisticsJson() {}

    /**
     * Returns the statistics of a layer. Shares are 0 to 1; unknown values are left out.
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
        if (layer.unfinished() != null) {
            json.put("endlessAtLeast", layer.unfinishedShare());
        }
        json.put("bitsPerScore", layer.bitsPerScore());
        json.put("entropyBits", layer.scores().entropy());
        json.put("scores", layer.scores().counts());
        if (layer.distances() != null) {
            json.put("meanDistance", layer.distances().mean());
            json.put("longestDistance", layer.distances().maximum());
            json.put("longest", layer.longest());
            json.put("distances", layer.distances().counts());
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
            json.put("zugzwang", layer.zugzwang());
        }
        return json;
    }
}
