package granary.exchange.vu;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.game.PositionIterator;
import granary.testing.TestRandom;
import granary.testing.Tsv;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class VuIndexTest {
    /** The order that the files are documented to have: by the last pit, then the one before it, to the first. */
    private static final Comparator<int[]> LAST_PIT_FIRST = (a, b) -> {
        for (int pit = a.length - 1; pit >= 0; pit--) {
            if (a[pit] != b[pit]) {
                return Integer.compare(a[pit], b[pit]);
            }
        }
        return 0;
    };

    @Test
    void publishedIndexesAreReproduced() {
        for (var row : Tsv.rows(VuIndexTest.class, "indexes.tsv")) {
            int[] board = VuDatabase.GAME.notation().parse(row.get("board"));
            assertEquals(
                    Long.parseLong(row.get("index")), index(VuDatabase.GAME.layer(board), board), row.get("board"));
        }
    }

    @Test
    void theLengthOfTheLargestFileIsAsPublished() {
        assertEquals(203_648_015_935L, VuIndex.size(48));
    }

    /** Returns the index of a stored board's byte in its file. */
    static long index(int seeds, int[] board) {
        return VuIndex.size(seeds) - 1 - VuIndex.storedBelow(seeds, VuDatabase.GAME.rank(board));
    }

    /** Returns whether a board is in the file: whether one of the pits 6 to 11 is empty. */
    static boolean isStored(int[] board) {
        return Arrays.stream(board, 6, 12).anyMatch(pit -> pit == 0);
    }

    @Test
    void indexFollowsDocumentedOrder() {
        for (int seeds = 0; seeds <= 8; seeds++) {
            TreeSet<int[]> stored = new TreeSet<>(LAST_PIT_FIRST);
            PositionIterator boards = VuDatabase.GAME.iterate(seeds, 0);
            int[] board = new int[VuIndex.PITS];
            while (boards.next(board)) {
                if (isStored(board)) {
                    stored.add(board.clone());
                }
            }
            assertEquals(stored.size(), VuIndex.size(seeds));
            long index = 0;
            for (int[] each : stored) {
                assertEquals(VuDatabase.GAME.rank(each), VuIndex.rank(seeds, index));
                assertEquals(index++, index(seeds, each), Arrays.toString(each));
            }
        }
    }

    @Test
    void runsCoverALayerFromAnyRankToAnyOther() {
        Random random = TestRandom.create();
        for (int round = 0; round < 100; round++) {
            int seeds = random.nextInt(11);
            long size = VuDatabase.GAME.size(seeds);
            long from = random.nextLong(size);
            long to = random.nextLong(from, size) + 1;
            boolean[] stored = new boolean[(int) (to - from)];
            int[] board = new int[VuIndex.PITS];
            long[] next = {from, 0};
            VuIndex.visitRuns(seeds, from, to, (rank, length, isStored) -> {
                assertEquals(next[0], rank);
                next[0] += length;
                next[1] += isStored ? length : 0;
                Arrays.fill(stored, (int) (rank - from), (int) (rank - from) + length, isStored);
            });
            assertEquals(to, next[0]);
            assertEquals(VuIndex.storedBelow(seeds, to) - VuIndex.storedBelow(seeds, from), next[1]);
            boolean[] expected = new boolean[stored.length];
            PositionIterator boards = VuDatabase.GAME.iterate(seeds, from);
            for (int i = 0; i < expected.length; i++) {
                boards.next(board);
                expected[i] = isStored(board);
            }
            assertArrayEquals(expected, stored);
        }
    }
}
