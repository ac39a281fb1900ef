package granary.awari;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.game.Game;
import granary.game.Games;
import granary.game.Retrograde;
import granary.game.Scoring;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AwariInputTest {
    private static final Awari AWARI = new Awari(2, RuleSet.OLYMPIAD);

    @Test
    void aVectorThatIsNoBoardIsRejectedWithTheReason() {
        assertRejected("a board has 4 pits, not 3", 1, 2, 3);
        assertRejected("a board has 4 pits, not 0");
        assertRejected("each pit must hold 0 or more seeds", 1, -1, 0, 0);
        assertRejected("at most " + AWARI.topLayer(), AWARI.topLayer(), 1, 0, 0);
        assertRejected("at most " + AWARI.topLayer(), Integer.MAX_VALUE, Integer.MAX_VALUE, 2, 0);
        assertRejected("at most " + AWARI.topLayer(), 1 << 30, 1 << 30, 1 << 30, 1 << 30);
        assertRejected("each pit must hold 0 or more seeds", Integer.MIN_VALUE, Integer.MIN_VALUE, 0, 0);
        assertRejected("each pit must hold 0 or more seeds", Integer.MIN_VALUE, Integer.MAX_VALUE, 1, 0);
    }

    @Test
    void aBoardInAnArrayThatIsNoneIsRejectedByItself() {
        int[] cells = {1, 1, 1, 1, 2, -3, 4, 5, 1, 1};
        var refusal = assertThrows(IllegalArgumentException.class, () -> AWARI.locate(cells, 4));
        assertTrue(refusal.getMessage().endsWith(": [2, -3, 4, 5]"), refusal::getMessage);
        assertThrows(IndexOutOfBoundsException.class, () -> AWARI.locate(cells, 7));
    }

    @Test
    void theRowOfAnOpponentsSideBeginsAtItsFirstPosition() {
        for (int layer = 0; layer <= 6; layer++) {
            Map<List<Integer>, Long> first = new HashMap<>();
            int[] board = new int[AWARI.cells()];
            for (long rank = 0; rank < AWARI.size(layer); rank++) {
                AWARI.unrank(layer, rank, board);
                first.putIfAbsent(List.of(board[2], board[3]), rank);
            }
            for (Map.Entry<List<Integer>, Long> row : first.entrySet()) {
                int[] side = {row.getKey().get(0), row.getKey().get(1)};
                assertEquals(row.getValue(), AWARI.rowStart(layer - side[0] - side[1], side, 0));
            }
        }
    }

    @Test
    void aGameBeginsWithFourSeedsInEachPitWhereSoManyAreOnABoard() {
        for (int pits = Awari.MIN_PITS; pits <= Awari.MAX_PITS; pits++) {
            Awari awari = new Awari(pits, RuleSet.OLYMPIAD);
            int[] fours = new int[2 * pits];
            Arrays.fill(fours, 4);
            assertEquals(pits <= 6, awari.opening().isPresent(), pits + " pits a side");
            awari.opening().ifPresent(board -> assertArrayEquals(fours, board));
        }
    }

    @Test
    void scoreIsCapturesLessOpponentsAndAtMostAllSeeds() {
        Scoring scoring = AWARI.scoring();
        assertEquals(
                "[-2, 0, +2]",
                List.of(scoring.text(-2), scoring.text(0), scoring.text(2)).toString());
        assertFalse(scoring.isBetter(2, 2));
        assertTrue(scoring.isBetter(2, 1));
        assertEquals(List.of(0, 3, 7), List.of(AWARI.stage(7, 7), AWARI.stage(7, 4), AWARI.stage(7, 0)));
        assertEquals(Retrograde.NEVER, AWARI.stage(7, -1));
    }

    private static void assertRejected(String reason, int... board) {
        var refusal = assertThrows(IllegalArgumentException.class, () -> AWARI.layer(board));
        assertTrue(refusal.getMessage().contains(reason), refusal::getMessage);
        assertTrue(refusal.getMessage().contains(Arrays.toString(board)), refusal::getMessage);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "x 0 0 0|'x' is not a number of seeds",
                "1.5 0 0 0|'1.5' is not a number of seeds",
                "99999999999 0 0 0|'99999999999' is not a number of seeds",
                "1 0 0|a board has 4 pits",
                "1 0 0 0 0|a board has 4 pits",
                "-1 0 0 0|'-1' is not a number of seeds",
                "60 1 0 0|at most 60"
            })
    void wordsThatAreNoBoardAreRejectedWithTheReason(String words, String reason) {
        var refusal = assertThrows(
                IllegalArgumentException.class, () -> AWARI.notation().parse(words));
        assertTrue(refusal.getMessage().contains(reason), refusal::getMessage);
    }

    @Test
    void wordsThatAreABoardAreRead() {
        assertArrayEquals(new int[] {1, 0, 12, 3}, AWARI.notation().parse("1 0 12 3"));
        assertArrayEquals(new int[] {1, 0, 12, 3}, AWARI.notation().parse("1 0 000000012 3"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "9", "-3", "six", "", "4.0"})
    void anImpossibleNumberOfPitsIsRejected(String pits) {
        assertThrows(IllegalArgumentException.class, () -> Games.create("awari", Map.of("pits", pits)));
    }

    @Test
    void anUnknownRuleSetIsRejectedWithThoseThereAre() {
        var refusal =
                assertThrows(IllegalArgumentException.class, () -> Games.create("awari", Map.of("rules", "whatever")));
        assertTrue(refusal.getMessage().contains("olympiad, strict, abapa"), refusal::getMessage);
    }

    @ParameterizedTest
    @EnumSource
    void theIdentityNamesPitsAndRules(RuleSet rules) {
        Game game = Games.create("awari", Map.of("pits", "5", "rules", rules.id()));
        assertEquals("awari pits=5 rules=" + rules.id(), game.identity());
    }

    @Test
    void sixPitsAndOlympiadAreTheDefault() {
        assertEquals(
                "awari pits=6 rules=olympiad", Games.create("awari", Map.of()).identity());
    }

    @Test
    void everySizeHoldsTheSeedsOfItsRealGame() {
        for (int pits = Awari.MIN_PITS; pits <= Awari.MAX_PITS; pits++) {
            Awari awari = new Awari(pits, RuleSet.OLYMPIAD);
            assertTrue(awari.topLayer() >= 48, "48 seeds on " + pits + " pits a side");
        }
    }

    @Test
    void drawingHasOpponentAboveRightToLeftAndNumbersPits() {
        assertEquals("""
                pit          1    0
                          +----+----+
                opponent  | 12 | 10 |  22 seeds
                          +----+----+
                to move   |  1 |  2 |  3 seeds
                          +----+----+
                pit          0    1""", AWARI.notation().draw(new int[] {1, 2, 10, 12}));
    }
}
