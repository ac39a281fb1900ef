package granary.builder.sweep.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistanceCodeTest {
    private static final int LONGEST = DistanceCode.UNKNOWN;

    @ParameterizedTest
    @ValueSource(ints = {-3, 0, 3})
    void aDistanceIsWhatItsCodeStandsFor(int score) {
        for (int distance = 0; distance <= LONGEST; distance++) {
            assertEquals(distance, DistanceCode.distance(DistanceCode.of(distance, score), score));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-3, 3})
    void aPlyBeforeADistanceIsOneMoreAndStopsAtUnknown(int score) {
        for (int distance = 0; distance <= LONGEST; distance++) {
            byte after = DistanceCode.of(distance, -score);
            byte before = DistanceCode.before(after, score);
            assertEquals(Math.min(LONGEST, distance + 1), DistanceCode.distance(before, score));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-3, 3})
    void greatestCodeIsNearestForGainerAndFarthestForLoser(int score) {
        for (int one = 0; one <= LONGEST; one++) {
            for (int other = 0; other <= LONGEST; other++) {
                byte best = (byte) Math.max(DistanceCode.of(one, -score), DistanceCode.of(other, -score));
                int wanted = score > 0 ? Math.min(one, other) : Math.max(one, other);
                assertEquals(wanted, DistanceCode.distance(best, -score));
                byte lesser = DistanceCode.lesser(DistanceCode.of(one, score), DistanceCode.of(other, score), score);
                assertEquals(Math.min(one, other), DistanceCode.distance(lesser, score));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-3, 3})
    void withoutMovesInLayerLoserLosesAtOnceGainerUnknown(int score) {
        byte code = DistanceCode.before(DistanceCode.NO_MOVE, score);
        assertEquals(score < 0 ? 1 : LONGEST, DistanceCode.distance(code, score));
    }
}
