package granary.builder.sweep.outofcore;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CandidatesTest {
    @ParameterizedTest
    @CsvSource({"0, 0, 0, -127", "127, 16777215, 16777215, 127", "48, 3, 16777214, 0", "1, 16777213, 2, -1"})
    void codeHoldsPositionAndLevel(int moverSeeds, int mover, int opponent, int level) {
        long code = Candidates.code(moverSeeds, mover, opponent, level);
        assertTrue(code > 0);
        assertEquals(moverSeeds, Candidates.moverSeeds(code));
        assertEquals(mover, Candidates.mover(code));
        assertEquals(opponent, Candidates.opponent(code));
        assertEquals(level, Candidates.level(code));
    }

    @Test
    void greatestLevelOfEachPositionIsKept() {
        Candidates candidates = new Candidates(100);
        add(candidates, code(7, 2), code(3, -5), code(3, -1));
        add(candidates, code(7, 3), code(3, -2), code(5, 0));
        assertFalse(candidates.isEmpty());
        assertArrayEquals(new long[] {code(3, -1), code(5, 0), code(7, 3)}, candidates.take());
        assertTrue(candidates.isEmpty());
        assertArrayEquals(new long[0], candidates.take());
        assertTrue(candidates.isComplete());
    }

    @Test
    void unitingMakesRoom() {
        Candidates candidates = new Candidates(8);
        for (int i = 0; i < 100; i++) {
            add(candidates, code(i % 2, i), code(2, 0));
        }
        assertTrue(candidates.isComplete());
        assertArrayEquals(new long[] {code(0, 98), code(1, 99), code(2, 0)}, candidates.take());
    }

    @Test
    void tooManyCandidatesAreGivenUpUntilCleared() {
        Candidates candidates = new Candidates(8);
        for (int i = 0; i < 9; i++) {
            assertTrue(candidates.isComplete());
            add(candidates, code(i, 0));
        }
        assertFalse(candidates.isComplete());
        assertTrue(candidates.isEmpty());
        add(candidates, code(1, 0));
        assertFalse(candidates.isComplete());
        assertTrue(candidates.isEmpty());
        candidates.clear();
        add(candidates, code(1, 0));
        assertTrue(candidates.isComplete());
        assertArrayEquals(new long[] {code(1, 0)}, candidates.take());
    }

    private static long code(int mover, int level) {
        return Candidates.code(4, mover, 9, level);
    }

    private static void add(Candidates candidates, long... codes) {
        candidates.add(codes, codes.length);
    }
}
