package granary.builder.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class KeyTest {
    private static final int TOP = 64;

    /** All scores up to a number of seeds, with all distances, from the best that a move may lead to down to the worst. */
    @Test
    void keysAreInTheOrderInWhichAMoverWantsThem() {
        int last = Short.MIN_VALUE;
        for (int after = -TOP; after <= TOP; after++) {
            for (int i = 0; i <= Key.LONGEST; i++) {
                int distance = after < 0 ? i : Key.LONGEST - i;
                int key = Key.after(after, distance);
                if (after != 0) {
                    assertEquals(true, key > last, after + ", " + distance);
                } else {
                    assertEquals(0, key, "no distance counts where nothing is at stake");
                }
                last = key;
            }
        }
        assertEquals(true, Key.NO_MOVE > last);
    }

    @Test
    void theBestMoveLeadsToTheOppositeScoreAndAPlyNearer() {
        for (int score = -TOP; score <= TOP; score++) {
            for (int distance = 0; distance <= Key.LONGEST; distance++) {
                boolean isPossible = (score == 0) == (distance == 0);
                int expected = isPossible ? Key.after(-score, Math.max(0, distance - 1)) : Short.MIN_VALUE;
                assertEquals(expected, Key.best(score, distance), score + ", " + distance);
            }
        }
    }
}
