package granary.awari;

import granary.game.Scoring;

/** Scores of awari: what the mover will still capture minus what the opponent will, 0 where play never ends. */
final class AwariScoring implements Scoring {
    @Override
    public int backUp(int captured, int successorScore) {
        return captured - successorScore;
    }

    @Override
    public boolean isBetter(int score, int other) {
        return score > other;
    }

    @Override
    public int cycleValue() {
        return 0;
    }

    @Override
    public boolean tellsDistance() {
        return false;
    }
}
