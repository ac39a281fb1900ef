package granary.statistics;

import granary.database.Bounds;
import granary.database.Bounds.Outcome;

/**
 * The results of games from the positions of a layer, without a history, when both players have captured as many seeds, by the bounds.
 *
 * @param won positions that the mover surely wins
 * @param drawn positions that are surely drawn
 * @param lost positions that the mover surely loses
 * @param open positions of which the outcome depends on what endless play is worth
 * @param exact positions in which the mover gets as much whatever endless play is worth
 */
public record Outcomes(long won, long drawn, long lost, long open, long exact) {
    /** Counts outcomes by the pairs in a file of bounds. */
    static Outcomes of(int layer, Histogram pairs) {
        int[] bounds = Bounds.byPair(layer);
        return new Outcomes(
                count(pairs, bounds, Outcome.WIN),
                count(pairs, bounds, Outcome.DRAW),
                count(pairs, bounds, Outcome.LOSS),
                count(pairs, bounds, Outcome.OPEN),
                pairs.count(pair -> Bounds.isExact(bounds[pair])));
    }

    private static long count(Histogram pairs, int[] bounds, Outcome outcome) {
        return pairs.count(pair -> Bounds.outcome(bounds[pair], 0, 0) == outcome);
    }
}
