package granary.builder.sweep;

import granary.builder.sweep.kernel.ArrayBlock;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.Tiles;
import java.util.function.LongPredicate;

/** Which values the evaluation of a tile reads. */
final class TileSources {
    private TileSources() {}

    /**
     * Returns whether some of the lines of 64 values that moves inside the layer lead to pass a test.
     *
     * @param test takes the place of a line in the array of values, of some lines more than once
     */
    static boolean anyMatch(MoverBlock block, int moverTile, int opponentTile, LongPredicate test) {
        MoveTable table = block.table;
        int end = Math.min(block.opponents, (opponentTile + 1) * Tiles.WIDTH);
        for (int run = table.firstRun[moverTile]; run < table.firstRun[moverTile + 1]; run++) {
            int crossing = table.runCrossing[run];
            ArrayBlock target = block.target(crossing);
            int last = -1;
            for (int side = opponentTile * Tiles.WIDTH; side < end; side++) {
                int after = block.successorSide(crossing, side);
                // sides that are neighbours stay close together
                if (after < 0 || after / Tiles.WIDTH == last) {
                    continue;
                }
                last = after / Tiles.WIDTH;
                for (int i = table.runStart[run]; i < table.runStart[run + 1]; i++) {
                    int left = MoveTable.sideLeft(table.sowings[i]);
                    if (test.test(target.place(left, last * Tiles.WIDTH))) {
                        return true;
                    }
                }
            }
        }
        return false;
    }
}
