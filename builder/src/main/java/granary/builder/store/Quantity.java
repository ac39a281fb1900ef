package granary.builder.store;

import granary.database.Bounds;
import granary.format.FileKind;

/**
 * A quantity of a position: the score, or one of the two whose pair is its bounds. Each is the best of the moves: the captured seeds, less
 * the other quantity after the move.
 */
public enum Quantity {
    /** The score. */
    SCORE,
    /** The seeds that the mover can force. */
    FORCED,
    /** The seeds that the opponent can force, negative. */
    CONCEDED;

    /** Returns the quantity of the position after a move that this one is computed from. */
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

    /** Returns a decoder of the quantity in a finished layer. It does not check chunks. */
    public RowDecoder rows(LayerFiles finished, int layer) {
        FileKind kind = this == SCORE ? FileKind.SCORES : FileKind.BOUNDS;
        return finished.packed(kind, layer).rows(this);
    }

    /** Returns the quantity that each value of a file of bounds stands for. */
    byte[] byPair(int layer) {
        int[] bounds = Bounds.byPair(layer);
        byte[] values = new byte[bounds.length];
        for (int pair = 0; pair < values.length; pair++) {
            values[pair] = (byte)
                    (this == FORCED
                            ? Bounds.least(bounds[pair])
                            : Bounds.most(bounds[pair]) - Bounds.seeds(bounds[pair]));
        }
        return values;
    }
}
