package granary.games.chain;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.game.Game;
import granary.testing.Tsv;
import granary.testing.ValueIteration;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChainTest {
    private static final Chain DIRECT = new Chain(true);
    private static final Chain INVERSE = new Chain(false);
    private static final List<Map<String, String>> TABLE = Tsv.rows(ChainTest.class, "table.tsv");
    private static final int LAST = TABLE.size();

    @Test
    void rowsHaveTheValuesOfTheTable() {
        ValueIteration direct = new ValueIteration(DIRECT, LAST - 1);
        ValueIteration inverse = new ValueIteration(INVERSE, LAST - 1);
        for (Map<String, String> row : TABLE) {
            int[] start = Chain.start(Tsv.number(row, "chips"));
            assertEquals(Tsv.number(row, "direct"), direct.scoreByMoves(start), () -> "direct, " + row);
            assertEquals(Tsv.number(row, "inverse"), inverse.scoreByMoves(start), () -> "inverse, " + row);
        }
    }

    @Test
    void theRowAtTheStartIsAnotherPositionThanTheFreeGroup() {
        ValueIteration direct = new ValueIteration(DIRECT, 2);
        assertEquals(-2, direct.scoreByMoves(DIRECT.notation().parse("2")));
        assertEquals(1, direct.score(DIRECT.notation().parse("free 2")));
        assertTrue(DIRECT.locate(DIRECT.notation().parse("2"), 0) >>> Game.LAYER_SHIFT > DIRECT.topLayer());
        assertEquals(2, DIRECT.layer(DIRECT.notation().parse("2")));
    }

    @Test
    void oneNumberIsTheStartAndSeveralAreGroups() {
        assertArrayEquals(Chain.start(9), DIRECT.notation().parse("9"));
        assertArrayEquals(Chain.groups(9), DIRECT.notation().parse("free 9"));
        assertArrayEquals(Chain.groups(4, 1, 1), DIRECT.notation().parse("1 4 1"));
        assertArrayEquals(new int[Chain.MAX_CHIPS], DIRECT.notation().parse("0"));
    }

    @Test
    void positionsAreWrittenWithoutThePadding() {
        assertEquals(List.of("9"), DIRECT.notation().words(Chain.start(9)));
        assertEquals(List.of("free", "9"), DIRECT.notation().words(Chain.groups(9)));
        assertEquals(List.of("4", "1", "1"), DIRECT.notation().words(Chain.groups(1, 1, 4)));
        assertEquals(List.of("0"), DIRECT.notation().words(Chain.start(0)));
    }

    @Test
    void vectorsThatLookLikeAStartButAreNoneAreRefused() {
        for (int first : new int[] {-1 - Chain.MAX_CHIPS, Integer.MIN_VALUE}) {
            int[] position = new int[Chain.MAX_CHIPS];
            position[0] = first;
            assertThrows(IllegalArgumentException.class, () -> DIRECT.layer(position));
        }
        int[] mixed = Chain.start(9);
        mixed[1] = 1;
        assertThrows(IllegalArgumentException.class, () -> DIRECT.layer(mixed));
    }

    @Test
    void theFirstMoveTakesOneChipInEachDistinctPlace() {
        List<List<Integer>> successors = new ArrayList<>();
        DIRECT.moves(Chain.start(5), (move, captured, successor) -> successors.add(key(successor)));
        assertEquals(List.of(key(Chain.groups(4)), key(Chain.groups(3, 1)), key(Chain.groups(2, 2))), successors);
    }

    @Test
    void equalGroupsAndMirroredMovesCountOnce() {
        List<Map<String, Integer>> moves = new ArrayList<>();
        int[] position = Chain.groups(3, 3, 1);
        DIRECT.moves(
                position,
                (move, captured, successor) -> moves.add(DIRECT.notation().describe(move, captured)));
        assertEquals(
                List.of(
                        Map.of("group", 1, "taken", 1, "smaller", 0, "larger", 0),
                        Map.of("group", 3, "taken", 1, "smaller", 0, "larger", 2),
                        Map.of("group", 3, "taken", 1, "smaller", 1, "larger", 1),
                        Map.of("group", 3, "taken", 2, "smaller", 0, "larger", 1)),
                moves);
    }

    @Test
    void rowReachesAsManyPositionsAsPartitionsOfOneChipMore() {
        for (int chips = 1; chips <= LAST; chips++) {
            assertEquals(DIRECT.size(chips + 1), reachable(chips), "from " + chips + " chips");
        }
        assertEquals(42, reachable(9), "41 and the end");
    }

    private static int reachable(int chips) {
        Set<List<Integer>> seen = new HashSet<>();
        Deque<int[]> open = new ArrayDeque<>(List.of(Chain.start(chips)));
        seen.add(key(Chain.start(chips)));
        while (!open.isEmpty()) {
            DIRECT.moves(open.remove(), (move, captured, successor) -> {
                if (seen.add(key(successor))) {
                    open.add(successor.clone());
                }
            });
        }
        return seen.size();
    }

    @Test
    void positionsAreLostIfTheirKaylesGrundyValuesCancel() {
        int last = 20;
        int[] grundy = kayles(last);
        ValueIteration solved = new ValueIteration(DIRECT, last);
        int lost = 0;
        for (int[] position : solved.positions()) {
            int sum = Arrays.stream(position).map(group -> grundy[group]).reduce(0, (a, b) -> a ^ b);
            assertEquals(
                    sum != 0,
                    solved.score(position) > 0,
                    () -> DIRECT.notation().draw(position));
            lost += sum == 0 ? 1 : 0;
        }
        assertTrue(lost > 100, "both outcomes were met");
    }

    /** Grundy values of single groups: the least number that no move leads to. */
    private static int[] kayles(int last) {
        int[] grundy = new int[last + 1];
        for (int group = 1; group <= last; group++) {
            Set<Integer> reached = new HashSet<>();
            for (int taken = 1; taken <= Math.min(2, group); taken++) {
                for (int left = 0; left <= group - taken; left++) {
                    reached.add(grundy[left] ^ grundy[group - taken - left]);
                }
            }
            while (reached.contains(grundy[group])) {
                grundy[group]++;
            }
        }
        return grundy;
    }

    @Test
    void searchesMakeTheMovesThatTheTableCounts() {
        List<BigInteger> bits = MoveCounts.bits(LAST);
        List<BigInteger> groups = MoveCounts.groups(LAST);
        for (Map<String, String> row : TABLE) {
            int chips = Tsv.number(row, "chips");
            if (!row.get("bits").isEmpty()) {
                assertEquals(row.get("bits"), bits.get(chips - 1).toString(), () -> "bits, " + row);
            }
            assertEquals(row.get("groups"), groups.get(chips - 1).toString(), () -> "groups, " + row);
        }
    }

    @Test
    void countsOfMovesAreThoseOfThePlainSearches() {
        List<BigInteger> bits = MoveCounts.bits(8);
        List<BigInteger> groups = MoveCounts.groups(8);
        for (int chips = 1; chips <= 8; chips++) {
            assertEquals(searchBits((1 << chips) - 1, true), bits.get(chips - 1).longValueExact());
            assertEquals(searchGroups(Chain.start(chips)), groups.get(chips - 1).longValueExact());
        }
    }

    private static long searchBits(int chips, boolean first) {
        long moves = 0;
        for (int taken = 1; taken <= (first ? 1 : 3); taken += 2) {
            for (int pattern = taken; pattern <= chips; pattern <<= 1) {
                if ((chips & pattern) == pattern) {
                    moves += 1 + searchBits(chips ^ pattern, false);
                }
            }
        }
        return moves;
    }

    private static long searchGroups(int[] position) {
        long[] moves = {0};
        DIRECT.moves(position, (move, captured, successor) -> moves[0] += 1 + searchGroups(successor.clone()));
        return moves[0];
    }

    private static List<Integer> key(int[] position) {
        return Arrays.stream(position).boxed().toList();
    }
}
