package granary.builder.sweep.layer;

/**
 * Propagates changes of scores, or of two quantities that are computed from one another. When the value of a position to the player
 * who moved there rises, each predecessor is worth at least as much to its mover. When it falls, only the predecessors with the old
 * value are evaluated again.
 */
public final class ScorePropagation extends ChangePropagation {
    /** The values that the moves offer, by the array that is computed from them. */
    private final PositionValues[] values;

    /** Propagates the scores of a layer. */
    public ScorePropagation(SweepLayer layer) {
        super(layer, layer.values);
        this.values = new PositionValues[] {new PositionValues(layer.values, layer.conversions)};
    }

    /** Propagates two quantities of a layer, each of which is computed from the other. */
    public ScorePropagation(SweepLayer one, SweepLayer other) {
        super(one, one.values, other.values);
        this.values = new PositionValues[] {
            new PositionValues(other.values, one.conversions), new PositionValues(one.values, other.conversions)
        };
    }

    @Override
    byte update(int predecessor) {
        byte value = changing[array[predecessor]].get(place[predecessor]);
        int score = -value;
        byte before = valueBefore[predecessor];
        byte now = valueNow[predecessor];
        if (now > score) {
            return (byte) -now;
        }
        return now < before && before == score
                ? (byte) -values[array[predecessor]].best(
                        blocks[moverSeeds[predecessor]], mover[predecessor], opponent[predecessor])
                : value;
    }
}
