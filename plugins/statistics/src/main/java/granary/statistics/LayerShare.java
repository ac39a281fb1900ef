package granary.statistics;

import java.io.Serial;
import java.io.Serializable;

/** What was counted of a {@link Share} of a layer. Whoever counted it hands it to {@link LayerCounter#sum}. */
public final class LayerShare implements Serializable {
    @Serial
    private static final long serialVersionUID = 1;

    private final ValueScan.Result scores;
    /** Null when the database does not hold them. */
    private final ValueScan.Result distances;
    /** Null when they were not looked at. */
    private final MoveTally moves;

    LayerShare(ValueScan.Result scores, ValueScan.Result distances, MoveTally moves) {
        this.scores = scores;
        this.distances = distances;
        this.moves = moves;
    }

    ValueScan.Result scores() {
        return scores;
    }

    ValueScan.Result distances() {
        return distances;
    }

    MoveTally moves() {
        return moves;
    }

    /** Returns what this share and another are together. */
    LayerShare plus(LayerShare other) {
        MoveTally both = null;
        if (moves != null) {
            both = new MoveTally();
            both.add(moves);
            both.add(other.moves);
        }
        return new LayerShare(
                scores.plus(other.scores), distances == null ? null : distances.plus(other.distances), both);
    }
}
