package granary.games;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.game.Scoring;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScoringTest {
    private static final Scoring DIRECT = new WinLoss(true);
    private static final Scoring INVERSE = new WinLoss(false);
    private static final Scoring PATH = new ShortestPath();

    @Test
    void theLastMoveWinsOrLosesInOne() {
        assertEquals(1, DIRECT.backUp(0, 0));
        assertEquals(-1, INVERSE.backUp(0, 0));
    }

    @Test
    void aWinForTheNextMoverIsALossOneMoveFartherAndConversely() {
        for (Scoring scoring : List.of(DIRECT, INVERSE)) {
            assertEquals(-4, scoring.backUp(0, 3));
            assertEquals(4, scoring.backUp(0, -3));
        }
    }

    @Test
    void aWinnerHurriesAndALoserDelays() {
        assertBestFirst(DIRECT, List.of(1, 2, 7, 127, 0, -127, -7, -2, -1));
    }

    @Test
    void fewerActionsAreBetterAndUnsolvableIsWorst() {
        assertBestFirst(PATH, List.of(0, 1, 2, 126, ShortestPath.UNSOLVABLE));
    }

    private static void assertBestFirst(Scoring scoring, List<Integer> expected) {
        for (int i = 0; i < expected.size(); i++) {
            for (int j = 0; j < expected.size(); j++) {
                assertEquals(i < j, scoring.isBetter(expected.get(i), expected.get(j)));
            }
        }
    }

    @Test
    void gainsAreWrittenWithTheirSignAndActionsAsANumber() {
        assertEquals("+7", DIRECT.text(7));
        assertEquals("-7", DIRECT.text(-7));
        assertEquals("0", DIRECT.text(0));
        assertEquals("7", PATH.text(7));
        assertEquals("unsolvable", PATH.text(ShortestPath.UNSOLVABLE));
    }

    @Test
    void everyMoveIsOneActionAndNoMoveMakesTheUnsolvableSolvable() {
        assertEquals(1, PATH.backUp(0, 0));
        assertEquals(18, PATH.backUp(0, 17));
        assertEquals(ShortestPath.UNSOLVABLE, PATH.backUp(0, ShortestPath.UNSOLVABLE));
    }
}
