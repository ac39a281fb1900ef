package granary.builder.sweep.layer;

import granary.builder.store.LayerSource;
import granary.builder.store.RowDecoder;

/** What the sweeps compute of every position. Each is the best of the moves: what they capture, less the other quantity after them. */
public enum Quantity {
    /** The score. */
    SCORE,
    /** The seeds that the mover can force. */
    FORCED,
    /** The seeds that the opponent can force, negative. */
    CONCEDED;

    /** Returns the quantity of the player who moves next that it is computed from. */
    Quantity other() {
        return switch (this) {
            case SCORE -> SCORE;
            case FORCED -> CONCEDED;
            case CONCEDED -> FORCED;
        };
    }

    /** Returns what captured seeds add. */
    int ofCapture(int captured) {
        return this == CONCEDED ? 0 : captured;
    }

    /** Returns what it is where the game is over with a score, and all seeds are one player's. */
    int ofEnd(int score) {
        return switch (this) {
            case SCORE -> score;
            case FORCED -> Math.max(score, 0);
            case CONCEDED -> Math.min(score, 0);
        };
    }

    /** Returns the decoder of what it is in a finished layer. */
    RowDecoder rows(LayerSource finished, int layer) {
        return switch (this) {
            case SCORE -> finished.scores(layer).rows();
            case FORCED -> finished.bounds(layer).forced();
            case CONCEDED -> finished.bounds(layer).conceded();
        };
    }
}
