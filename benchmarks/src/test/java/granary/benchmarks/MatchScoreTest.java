package granary.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class MatchScoreTest {
    @Test
    void threeQuartersOfThePointsAre191Elo() {
        MatchScore score = new MatchScore();
        score.add(1, 1);
        score.add(1, -1);
        score.add(1, 0);
        score.add(0, 1);
        // Pairs of 1, 0.5, 0.75 and 0.75 points: the standard deviation is 0.204, the margin 1.96 * 0.204 / 2 = 0.2.
        assertEquals("8 | 5 | 2 | 1 | 0.750 | +191 (+35 .. +512)", score.columns());
    }
}
