package granary.database;

import granary.game.Scoring;
import java.util.Comparator;

/**
 * Orders moves, best first: by score, then by progress. The side that gains prefers the nearer conversion, the side that loses the
 * farther one. Moves without a distance keep their order.
 */
final class MoveOrder implements Comparator<ScoredMove> {
    private final Scoring scoring;

    MoveOrder(Scoring scoring) {
        this.scoring = scoring;
    }

    @Override
    public int compare(ScoredMove a, ScoredMove b) {
        if (a.score() != b.score()) {
            return scoring.isBetter(a.score(), b.score()) ? -1 : 1;
        }
        if (a.score() == scoring.cycleValue()) {
            return 0;
        }
        int nearer = Integer.compare(a.distance(), b.distance());
        return scoring.isBetter(a.score(), scoring.cycleValue()) ? nearer : -nearer;
    }
}
