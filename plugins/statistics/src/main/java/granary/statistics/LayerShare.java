package granary.statistics;

import java.io.Serial;
import java.io.Serializable;

/** The counts of a {@link Share} of a layer, for {@link LayerCounter#sum}. */
public final class LayerShare implements Serializable {
    @Serial
    private static final long serialVersionUID = 1;

    private final ValueScan.Result scores;
    /** Null when the database holds no distances. */
    private final ValueScan.Result distances;
    /** Null when moves were not counted. */
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

    /** Returns the sum of this share and another. */
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
