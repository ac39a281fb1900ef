package granary.games;

import granary.game.Scoring;

/**
 * Scores of games that one player wins and the other loses, with the distance: +d, the mover wins in d moves and
 * hurries; -d, he loses in d and delays. Moves of both players count. 0 is the position without a move, where nothing
 * is left to win or to lose: whose move was the last is decided by the score of that move.
 *
 * <p>For games that end, in which every move leads to a lower layer. Rewards are not looked at.
 */
public final class WinLoss implements Scoring {
    private final int lastMove;

    /**
     * Makes the scoring.
     *
     * @param lastMoveWins whether the player who makes the last move of the game wins, or loses
     */
    public WinLoss(boolean lastMoveWins) {
        this.lastMove = lastMoveWins ? 1 : -1;
    }

    @Override
    public int backUp(int reward, int successorScore) {
        if (successorScore == 0) {
            return lastMove;
        }
        return successorScore > 0 ? -successorScore - 1 : -successorScore + 1;
    }

    /** {@inheritDoc} A win before a loss, the nearer of two wins, the farther of two losses. */
    @Override
    public boolean isBetter(int score, int other) {
        return preference(score) > preference(other);
    }

    /** Returns a number that grows with the mover's liking: in either sign the smaller score is the better. */
    private static int preference(int score) {
        if (score == 0) {
            return 0;
        }
        return (score > 0 ? Integer.MAX_VALUE : Integer.MIN_VALUE) - score;
    }

    /** {@inheritDoc} It is 0, better than a loss and worse than a win, and no position has it: play always ends. */
    @Override
    public int cycleValue() {
        return 0;
    }

    @Override
    public boolean tellsDistance() {
        return true;
    }

    /** {@inheritDoc} The distance of a win. */
    @Override
    public int stage(int layer, int score) {
        return score > 0 ? score : NEVER;
    }
}
