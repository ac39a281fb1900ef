package granary.statistics;

import granary.awari.Awari;
import granary.builder.sweep.table.CaptureResult;
import granary.builder.sweep.table.Crossing;
import granary.builder.sweep.table.SideOrder;
import granary.game.PositionIterator;
import granary.rank.Colex;
import granary.rank.ColexIterator;
import java.util.Arrays;
import org.agrona.collections.IntArrayList;

/**
 * What becomes of the opponent's sides with so many seeds, in file order, when seeds cross over to them. Immutable.
 */
final class Receiving {
    /** By the side before, where the side after stands among those as full; their number where seeds were captured. */
    final int[] after;
    /** The sides that are left without seeds, which an ordinary move must not do. */
    final int[] starved;
    /** By the number of captured seeds pairs of the side before and the side after; null for a number that never is. */
    final int[][] captures;
    /** How many sides lose seeds and are not starved. */
    final long capturing;
    /** How many seeds these lose. */
    final long captured;

    /**
     * Makes the table of the sides with so many seeds.
     *
     * @param crossing what crosses over, see {@link Crossing}
     */
    Receiving(Awari awari, SideOrder order, int seeds, int crossing) {
        int fuller = order.size(seeds + Crossing.seeds(crossing));
        after = new int[order.size(seeds)];
        IntArrayList starvedSides = new IntArrayList();
        IntArrayList[] lists = new IntArrayList[seeds + Crossing.seeds(crossing) + 1];
        CaptureResult result = new CaptureResult(awari, Crossing.seeds(crossing));
        int[] side = new int[order.pits()];
        PositionIterator sides = new ColexIterator(new Colex(order.pits()), seeds, 0);
        long moves = 0;
        long sum = 0;
        for (int before = 0; sides.next(side); before++) {
            result.receive(side, 0, crossing);
            after[before] = fuller;
            if (result.starved) {
                starvedSides.addInt(before);
            } else if (result.captured == 0) {
                after[before] = order.fileIndex(result.board, order.pits());
            } else {
                if (lists[result.captured] == null) {
                    lists[result.captured] = new IntArrayList();
                }
                lists[result.captured].addInt(before);
                lists[result.captured].addInt(order.fileIndex(result.board, order.pits()));
                moves++;
                sum += result.captured;
            }
        }
        starved = starvedSides.toIntArray();
        captures = Arrays.stream(lists)
                .map(list -> list == null ? null : list.toIntArray())
                .toArray(int[][]::new);
        capturing = moves;
        captured = sum;
    }
}
