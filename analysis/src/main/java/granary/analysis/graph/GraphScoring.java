package granary.analysis.graph;

import granary.game.Scoring;

/**
 * Scores on a graph: +d, the mover wins in d moves and hurries; -d, he loses in d and delays; 0, both can play for ever,
 * which is a draw. An end has the score {@link #END}, which belongs to nobody.
 */
public final class GraphScoring implements Scoring {
    /** The score of an end. */
    public static final int END = Integer.MIN_VALUE;

    private final Graph.LastMove lastMove;

    /** Makes the scoring. */
    public GraphScoring(Graph.LastMove lastMove) {
        this.lastMove = lastMove;
    }

    @Override
    public int backUp(int reward, int successorScore) {
        if (successorScore == END) {
            return lastMove == Graph.LastMove.WINS ? 1 : -1;
        }
        return -successorScore - Integer.signum(successorScore);
    }

    @Override
    public boolean isBetter(int score, int other) {
        return preference(score) > preference(other);
    }

    /** In either sign the smaller score is the better. */
    private static int preference(int score) {
        return score == 0 ? 0 : (score > 0 ? Integer.MAX_VALUE : Integer.MIN_VALUE) - score;
    }

    @Override
    public int cycleValue() {
        return 0;
    }

    @Override
    public boolean tellsDistance() {
        return true;
    }

    @Override
    public String text(int score) {
        return score == END ? "end" : score == 0 ? "draw" : Scoring.super.text(score);
    }

    @Override
    public int stage(int layer, int score) {
        return score > 0 ? score : NEVER;
    }
}
