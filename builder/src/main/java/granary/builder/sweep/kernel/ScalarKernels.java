package granary.builder.sweep.kernel;

import granary.builder.sweep.table.Crossing;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.Tiles;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** The inner loops without vectors: for machines that lack them, and to check {@link VectorKernels} against. */
final class ScalarKernels extends TileKernels {
    private static final int WIDTH = Tiles.WIDTH;

    @Override
    public void evaluate(
            MoverBlock block, MemorySegment values, MemorySegment conversions, int moverTile, int opponentTile) {
        MoveTable table = block.table;
        long across = block.conversionsStart() + opponentTile * block.conversionsStrip();
        int movers = Math.min(WIDTH, block.movers - moverTile * WIDTH);
        int opponents = Math.min(WIDTH, block.opponents - opponentTile * WIDTH);
        MemorySegment.copy(
                conversions, ValueLayout.JAVA_BYTE, across + (long) moverTile * TILE_BYTES, tile, 0, movers * WIDTH);
        Arrays.fill(tile, movers * WIDTH, TILE_BYTES, (byte) 0);
        for (int run = table.firstRun[moverTile]; run < table.firstRun[moverTile + 1]; run++) {
            int crossing = table.runCrossing[run];
            int[] successor = crossing == Crossing.NONE ? null : block.shifts.successor[crossing];
            for (int i = table.runStart[run]; i < table.runStart[run + 1]; i++) {
                int line = MoveTable.lineInTile(table.sowings[i]) * WIDTH;
                long left = (long) MoveTable.sideLeft(table.sowings[i]) * WIDTH;
                if (crossing != Crossing.NONE) {
                    raise(line, opponents, values, block, crossing, successor, opponentTile * WIDTH, left);
                } else if (block.staysAllowed()) {
                    for (int lane = 0; lane < WIDTH; lane++) {
                        raise(line + lane, values.get(ValueLayout.JAVA_BYTE, across + left + lane));
                    }
                }
            }
        }
    }

    private void raise(
            int line,
            int opponents,
            MemorySegment values,
            MoverBlock block,
            int crossing,
            int[] successor,
            int firstSide,
            long left) {
        for (int lane = 0; lane < opponents; lane++) {
            int next = successor[firstSide + lane];
            if (next >= 0) {
                raise(line + lane, values.get(ValueLayout.JAVA_BYTE, block.target(crossing, next) + left));
            }
        }
    }

    private void raise(int at, byte score) {
        if (score > tile[at]) {
            tile[at] = score;
        }
    }

    @Override
    public int store(MemorySegment values, long offset, int storedLines) {
        int changed = 0;
        for (int line = 0; line < storedLines; line++) {
            long columns = 0;
            for (int column = 0; column < WIDTH; column++) {
                byte value = (byte) -tile[column * WIDTH + line];
                long at = offset + (long) line * WIDTH + column;
                byte old = values.get(ValueLayout.JAVA_BYTE, at);
                if (old != value) {
                    values.set(ValueLayout.JAVA_BYTE, at, value);
                    before[line * WIDTH + column] = old;
                    columns |= 1L << column;
                    changed++;
                }
            }
            changedColumns[line] = columns;
        }
        return changed;
    }

    @Override
    void sample() {
        for (int at = 0; at < TILE_BYTES; at++) {
            raise(at, before[at]);
            raise(at, before[at ^ WIDTH - 1]);
        }
    }
}
