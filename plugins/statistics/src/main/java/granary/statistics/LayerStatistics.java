package granary.statistics;

import granary.game.Scoring;
import java.util.List;

/**
 * What was counted in a layer. Immutable.
 *
 * @param layer the layer
 * @param scoreBytes the length of the file with its scores
 * @param scores positions by score
 * @param unfinished positions whose score shows that best play by both sides never ends: see {@link #unfinishedShare};
 *     null in games where scores do not show that
 * @param distances positions by distance to conversion, null when the database does not hold them
 * @param longest the first three positions of the longest distance above 0, as people write them; null when there are no
 *     distances
 * @param moves what the moves show, null when they were not looked at
 * @param zugzwang mutual zugzwang, null when moves were not looked at, or the players of the game have no sides
 */
public record LayerStatistics(
        int layer,
        long scoreBytes,
        Histogram scores,
        Long unfinished,
        Histogram distances,
        List<String> longest,
        MoveStatistics moves,
        Zugzwang zugzwang) {
    /** Returns the number of positions. */
    public long positions() {
        return scores.positions();
    }

    /** Returns the share of positions that the mover wins: those he prefers to endless play, 0 to 1. */
    public double won(Scoring scoring) {
        return share(scores.count(score -> scoring.isBetter(score, scoring.cycleValue())));
    }

    /** Returns the share of positions that the mover loses: those to which he prefers endless play, 0 to 1. */
    public double lost(Scoring scoring) {
        return share(scores.count(score -> scoring.isBetter(scoring.cycleValue(), score)));
    }

    /** Returns the share of positions with the score of endless play, in awari of draws, 0 to 1. */
    public double drawn(Scoring scoring) {
        return share(scores.count(scoring.cycleValue()));
    }

    /**
     * Returns the share of positions whose score shows that best play never ends, 0 to 1: a lower bound on the share of
     * positions where it does not. In awari a game that ends shares out all seeds, so that the score is even or odd as
     * their number is; any other score comes of play that leaves seeds on the board for ever. (A score of the right
     * parity may come of such play too, if the number of seeds left is even: files do not tell.)
     */
    public double unfinishedShare() {
        return unfinished == null ? Double.NaN : share(unfinished);
    }

    /** Returns the bits that the file takes for a position's score, checksums and header included. */
    public double bitsPerScore() {
        return (double) Byte.SIZE * scoreBytes / positions();
    }

    /** Returns a number of positions as a share of all, 0 to 1. */
    public double share(long count) {
        return (double) count / positions();
    }

    LayerStatistics with(MoveStatistics itsMoves, Zugzwang itsZugzwang) {
        return new LayerStatistics(layer, scoreBytes, scores, unfinished, distances, longest, itsMoves, itsZugzwang);
    }
}
