package granary.builder.store;

/**
 * What is computed of every position: the score, or one of the two quantities whose pair is its bounds. Each is the best of the moves: what
 * they capture, less the other quantity after them.
 */
public enum Quantity {
    /** The score. */
    SCORE,
    /** The seeds that the mover can force. */
    FORCED,
    /** The seeds that the opponent can force, negative. */
    CONCEDED;

    /** Returns the quantity of the player who moves next that it is computed from. */
    public Quantity other() {
        return switch (this) {
            case SCORE -> SCORE;
            case FORCED -> CONCEDED;
            case CONCEDED -> FORCED;
        };
    }

    /** Returns the value that captured seeds add. */
    public int ofCapture(int captured) {
        return this == CONCEDED ? 0 : captured;
    }

    /** Returns the value of a position in which the game is over with a score, and all seeds are one player's. */
    public int ofEnd(int score) {
        return switch (this) {
            case SCORE -> score;
            case FORCED -> Math.max(score, 0);
            case CONCEDED -> Math.min(score, 0);
        };
    }

    /** Returns the decoder of what it is in a finished layer. It does not check blocks. */
    public RowDecoder rows(LayerSource finished, int layer) {
        return switch (this) {
            case SCORE -> finished.scores(layer).rows();
            case FORCED -> finished.bounds(layer).forced();
            case CONCEDED -> finished.bounds(layer).conceded();
        };
    }
}
