package granary.games;

import granary.game.Scoring;

/**
 * Scores of puzzles for one player: the number of actions to the goal, the fewer the better, or
 * {@link #UNSOLVABLE}. Every move is one action; captures count nothing.
 */
public final class ShortestPath implements Scoring {
    /** The score of a position from which no path leads to the goal; worse than any number of actions. */
    public static final int UNSOLVABLE = -1;

    /** Makes the scoring. */
    public ShortestPath() {}

    @Override
    public int backUp(int captured, int successorScore) {
        return successorScore == UNSOLVABLE ? UNSOLVABLE : successorScore + 1;
    }

    @Override
    public boolean isBetter(int score, int other) {
        return score != UNSOLVABLE && (other == UNSOLVABLE || score < other);
    }

    @Override
    public int cycleValue() {
        return UNSOLVABLE;
    }

    @Override
    public boolean tellsDistance() {
        return true;
    }

    /** {@inheritDoc} The number of actions, or {@code unsolvable}. */
    @Override
    public String text(int score) {
        return score == UNSOLVABLE ? "unsolvable" : Integer.toString(score);
    }
}
