package granary.statistics;

import java.io.Serializable;

/**
 * The counts of a {@link Share} of a layer, for {@link LayerCounter#sum}.
 *
 * @param scores the scores
 * @param distances the distances; null when the database holds none
 * @param bounds the pairs of bounds; null when the database holds none
 * @param moves the moves; null when they were not counted
 */
public record LayerShare(ValueScan.Result scores, ValueScan.Result distances, ValueScan.Result bounds, MoveTally moves)
        implements Serializable {
    /** Returns the sum of this share and another. */
    LayerShare plus(LayerShare other) {
        MoveTally both = null;
        if (moves != null) {
            both = new MoveTally();
            both.add(moves);
            both.add(other.moves);
        }
        return new LayerShare(
                scores.plus(other.scores),
                distances == null ? null : distances.plus(other.distances),
                bounds == null ? null : bounds.plus(other.bounds),
                both);
    }
}
