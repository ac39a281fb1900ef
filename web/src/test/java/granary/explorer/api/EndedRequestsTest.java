package granary.explorer.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.testing.SolvedDatabase;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Long work ends when nobody waits for it any more. */
final class EndedRequestsTest {
    /** Says yes a number of times, and counts how often it was asked. */
    private static final class Waiting implements BooleanSupplier {
        private final AtomicInteger asked = new AtomicInteger();
        private final int most;

        Waiting(int most) {
            this.most = most;
        }

        @Override
        public boolean getAsBoolean() {
            return asked.incrementAndGet() <= most;
        }
    }

    private static Answer answer(Api api, Route route, List<String> path, Map<String, String> query, Waiting waiting) {
        return api.answer(route, path, query, new byte[0], waiting);
    }

    @Test
    void aLineIsLookedAheadForAsLongAsSomebodyWaits() throws IOException {
        int far = 0;
        try (ServedDatabase served = ServedDatabase.open("db", SolvedDatabase.directory())) {
            Api api = new Api(List.of(served));
            int[] board = new int[12];
            List<String> path = List.of("db", "line");
            for (long rank = 0; far < 3; rank += 1009) {
                served.game().unrank(SolvedDatabase.TOP - 1, rank, board);
                Map<String, String> query = Map.of(
                        "board", String.join(",", served.game().notation().words(board)));
                Waiting patient = new Waiting(Integer.MAX_VALUE);
                answer(api, Route.LINE, path, query, patient);
                if (patient.asked.get() > 500) {
                    far++;
                    Waiting gone = new Waiting(20);
                    Answer shorter = answer(api, Route.LINE, path, query, gone);
                    assertEquals(Answer.Lasts.NOT, shorter.lasts());
                    assertTrue(gone.asked.get() < 400, () -> gone.asked + " times asked");
                }
            }
        }
    }

    @Test
    void aLookForAnExampleEnds() throws IOException {
        try (ServedDatabase served = ServedDatabase.open("db", SolvedDatabase.directory())) {
            Api api = new Api(List.of(served));
            Problem none = assertThrows(
                    Problem.class,
                    () -> answer(
                            api,
                            Route.EXAMPLE,
                            List.of("db", "layers", "9", "example"),
                            Map.of("kind", "score", "score", "9"),
                            new Waiting(0)));
            assertEquals("of 0 positions of layer 9 that were tried, none has the score 9", none.getMessage());
        }
    }
}
