package granary.statistics;

import granary.game.Scoring;
import java.util.List;

/**
 * The statistics of a layer. Immutable.
 *
 * @param layer the layer
 * @param scoreBytes the length of the layer's scores file, in bytes
 * @param scores positions by score
 * @param endlessAtLeast positions whose score shows that best play by both sides never ends: a lower bound on those with endless best
 *     play. In awari, a game that ends shares out all seeds, so the score is even if and only if the number of seeds is even. A score of
 *     the other parity comes from play that leaves seeds on the board for ever. (A score of the same parity may come from such play too,
 *     if an even number of seeds is left. The files cannot show that.) Null in games whose scores do not show it
 * @param distances positions by distance to conversion, null when the database does not hold them
 * @param longest the first three positions with the longest distance, if above 0, in the game's notation; null when the
 *     database does not hold distances
 * @param outcomes how games with level stores end, null when the database does not hold bounds
 * @param moves the counts of moves, null when moves were not counted
 * @param zugzwang mutual zugzwang, null when moves were not counted, or when the players of the game have no sides
 */
public record LayerStatistics(
        int layer,
        long scoreBytes,
        Histogram scores,
        Long endlessAtLeast,
        Histogram distances,
        List<String> longest,
        Outcomes outcomes,
        MoveStatistics moves,
        Zugzwang zugzwang) {
    /** Returns the number of positions. */
    public long positions() {
        return scores.positions();
    }

    /** Returns the share of positions that the mover wins, 0 to 1: the score is better than that of endless play. */
    public double won(Scoring scoring) {
        return share(scores.count(score -> scoring.isBetter(score, scoring.cycleValue())));
    }

    /** Returns the share of positions that the mover loses, 0 to 1: the score is worse than that of endless play. */
    public double lost(Scoring scoring) {
        return share(scores.count(score -> scoring.isBetter(scoring.cycleValue(), score)));
    }

    /** Returns the share of positions with the score of endless play, 0 to 1. In awari these are draws. */
    public double drawn(Scoring scoring) {
        return share(scores.count(scoring.cycleValue()));
    }

    /** Returns the file's bits per position, checksums and header included. */
    public double bitsPerScore() {
        return (double) Byte.SIZE * scoreBytes / positions();
    }

    /** Returns a number of positions as a share of all positions, 0 to 1. */
    public double share(long count) {
        return (double) count / positions();
    }
}
