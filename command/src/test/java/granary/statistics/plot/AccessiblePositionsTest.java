package granary.statistics.plot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import org.junit.jupiter.api.Test;

class AccessiblePositionsTest {
    /** The published counts of 4-awari, from three seeds in each pit. */
    private static final long[] PUBLISHED = {
        0, 4, 25, 93, 275, 684, 1503, 3017, 5628, 9898, 16567, 26586, 41174, 61838, 90412, 129081, 180431, 247385,
        333818, 443180, 578460, 736093, 951020, 0, 1349905
    };

    @Test
    void countsAreThePublishedOnes() {
        int[] initial = {3, 3, 3, 3, 3, 3, 3, 3};
        assertArrayEquals(PUBLISHED, AccessiblePositions.count(new Awari(4, RuleSet.STRICT), initial));
    }
}
