package granary.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.testing.TestRandom;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The orders that boards give with {@code go}. */
final class SearchOrderTest {
    private static SearchOrder order(int mover, String line) {
        return SearchOrder.read(mover, line.split(" ", -1));
    }

    @Test
    void aClockIsNeverOverrun() {
        Random random = TestRandom.create();
        for (int i = 0; i < 1000; i++) {
            // Enough for a millisecond, the least, for each move.
            int left = 200 + random.nextInt(1 << random.nextInt(22));
            int increment = random.nextInt(3) * random.nextInt(10_000);
            boolean isCounted = random.nextBoolean();
            int moves = 1 + random.nextInt(60);
            for (int move = 0; move < moves; move++) {
                String togo = isCounted ? " movestogo " + (moves - move) : "";
                SearchOrder order = order(0, "go wtime " + left + " winc " + increment + togo);
                assertTrue(order.limits().millis() >= 1);
                assertTrue(order.limits().millis() < left, () -> order.toString());
                left += increment - (int) order.limits().millis();
            }
        }
    }

    @Test
    void timeThatIsLeftIsUsed() {
        assertEquals(950, order(0, "go wtime 1000 movestogo 1").limits().millis());
        assertTrue(order(0, "go wtime 60000 movestogo 10").limits().millis() > 5000);
        assertTrue(order(0, "go wtime 60000 winc 2000").limits().millis() > 2000);
        assertTrue(order(0, "go wtime 60000 winc 5000").limits().millis() > 3500);
    }

    @Test
    void theClockIsTheMovers() {
        String line = "go wtime 60000 btime 600000 winc 1000 binc 20000 movestogo 20";
        assertEquals(
                SearchOrder.share(60_000, 1000, 20), order(0, line).limits().millis());
        assertEquals(
                SearchOrder.share(600_000, 20_000, 20), order(1, line).limits().millis());
        assertEquals(1, order(1, "go btime 0").limits().millis());
    }

    @Test
    void theTightestOfSeveralLimitsHolds() {
        assertEquals(20, order(0, "go movetime 20 wtime 60000").limits().millis());
        assertEquals(20, order(0, "go wtime 60000 movetime 20").limits().millis());
        assertTrue(order(0, "go wtime 100 movetime 20").limits().millis() < 20);
        assertEquals(
                new Limits(7, Long.MAX_VALUE, 500),
                order(0, "go nodes 500 depth 7").limits());
    }

    @ParameterizedTest
    @CsvSource({
        "go movetime 0, 1",
        "go movetime -5, 1",
        "go movetime 20.7, 20",
        "go wtime -20 btime 5000, 1",
        "go wtime 60000.5 btime 5000, 1998",
        "go wtime 60000 movestogo 0, 1998",
        "go wtime 60000 movestogo -3, 1998",
        "go movetime 99999999999999999999, 999999999"
    })
    void aNumberOutOfRangeIsTheNearestAndAFractionIsRead(String line, int millis) {
        SearchOrder order = order(0, line);
        assertEquals(millis, order.limits().millis());
        assertEquals(List.of(), order.passedOver());
    }

    @Test
    void otherLimitsBelowTheLeastAreTheLeast() {
        assertEquals(1, order(0, "go depth 0").limits().depth());
        assertEquals(1, order(0, "go nodes 0").limits().nodes());
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "go fast movetime 20, 20, go does not know 'fast'",
                "go movetime 20 depth, 20, a number must follow 'depth'",
                "go depth movetime 20, 20, 'movetime' is not a number"
            })
    void aWordThatIsNotUnderstoodIsPassedOver(String line, int millis, String reason) {
        SearchOrder order = order(0, line);
        assertEquals(millis, order.limits().millis());
        assertEquals(1, order.passedOver().size(), order::toString);
        assertTrue(order.passedOver().get(0).contains(reason), order::toString);
    }

    /** Nobody would say stop. */
    @ParameterizedTest
    @ValueSource(strings = {"go fast", "go depth x", "go wtime 1000", "go ponder depth", "go movestogo 3"})
    void anOrderWhoseLimitIsNotClearHasOne(String line) {
        assertEquals(1000, order(1, line).limits().millis());
        assertEquals(Limits.NONE, order(1, line + " infinite").limits());
    }
}
