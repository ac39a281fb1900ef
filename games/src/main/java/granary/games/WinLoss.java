package granary.games;

import granary.game.Scoring;

/**
 * Scores of games that one player wins and the other loses, with the distance: +d, the mover wins in d moves and hurries; -d, the
 * mover loses in d and delays. Moves of both players count; captures count nothing. A position without a move has a score of its own, {@link
 * #end}, and the move to it has the score +1 or -1.
 *
 * <p>In games that always end, that score is 0. If play can go on for ever, 0 is a draw, and the score is {@link #END}.
 */
public final class WinLoss implements Scoring {
    /** The score of a position without a move in games with draws. */
    public static final int END = Integer.MIN_VALUE;

    private final int lastMove;
    private final int end;

    /**
     * Makes the scoring of a game that ends, in which every move leads to a lower layer.
     *
     * @param lastMoveWins whether the player who makes the last move of the game wins, or loses
     */
    public WinLoss(boolean lastMoveWins) {
        this(lastMoveWins, 0);
    }

    private WinLoss(boolean lastMoveWins, int end) {
        this.lastMove = lastMoveWins ? 1 : -1;
        this.end = end;
    }

    /** Returns the scoring of a game that can go on for ever, which is a draw. */
    public static WinLoss withDraws(boolean lastMoveWins) {
        return new WinLoss(lastMoveWins, END);
    }

    /** Returns whether the player who makes the last move of the game wins, or loses. */
    public boolean lastMoveWins() {
        return lastMove > 0;
    }

    /** Returns the score of a position without a move. */
    public int end() {
        return end;
    }

    @Override
    public int backUp(int captured, int successorScore) {
        return successorScore == end ? lastMove : -successorScore - Integer.signum(successorScore);
    }

    /** {@inheritDoc} A win before a draw before a loss, the nearer of two wins, the farther of two losses. */
    @Override
    public boolean isBetter(int score, int other) {
        return preference(score) > preference(other);
    }

    /** Returns a number that is greater for better scores: among scores of the same sign the smaller is the better. */
    private static int preference(int score) {
        if (score == 0) {
            return 0;
        }
        return (score > 0 ? Integer.MAX_VALUE : Integer.MIN_VALUE) - score;
    }

    /** {@inheritDoc} The cycle value is 0: better than a loss and worse than a win. */
    @Override
    public int cycleValue() {
        return 0;
    }

    /** {@inheritDoc} In games with draws, a score without a distance is a word. */
    @Override
    public String text(int score) {
        if (end == END && (score == END || score == 0)) {
            return score == END ? "end" : "draw";
        }
        return Scoring.super.text(score);
    }

    @Override
    public boolean tellsDistance() {
        return true;
    }
}
