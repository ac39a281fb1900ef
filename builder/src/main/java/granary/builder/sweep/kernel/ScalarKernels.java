package granary.builder.sweep.kernel;

import granary.builder.sweep.table.Crossing;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.ShiftTable;
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
        ShiftTable shifts = block.shifts;
        long across = block.conversionsStart() + opponentTile * block.conversionsStrip();
        int movers = Math.min(WIDTH, block.movers - moverTile * WIDTH);
        MemorySegment.copy(
                conversions, ValueLayout.JAVA_BYTE, across + (long) moverTile * TILE_BYTES, tile, 0, movers * WIDTH);
        Arrays.fill(tile, movers * WIDTH, TILE_BYTES, (byte) 0);
        for (int run = table.firstRun[moverTile]; run < table.firstRun[moverTile + 1]; run++) {
            int crossing = table.runCrossing[run];
            int end = table.runStart[run + 1];
            if (crossing == Crossing.NONE) {
                for (int i = table.runStart[run]; i < end && block.staysAllowed(); i++) {
                    long source = across + (long) MoveTable.sideLeft(table.sowings[i]) * WIDTH;
                    int line = MoveTable.lineInTile(table.sowings[i]) * WIDTH;
                    for (int lane = 0; lane < WIDTH; lane++) {
                        raise(line + lane, values.get(ValueLayout.JAVA_BYTE, source + lane));
                    }
                }
                continue;
            }
            long strip = block.targetStrip[crossing];
            int shuffle = shifts.firstShuffle[opponentTile * shifts.crossingCount + crossing];
            int shuffles = shifts.firstShuffle[opponentTile * shifts.crossingCount + crossing + 1];
            for (; shuffle < shuffles; shuffle++) {
                long start = block.targetStart[crossing] + shifts.targetStrip[shuffle] * strip;
                for (int i = table.runStart[run]; i < end; i++) {
                    long low = start + (long) MoveTable.sideLeft(table.sowings[i]) * WIDTH;
                    int line = MoveTable.lineInTile(table.sowings[i]) * WIDTH;
                    for (long lanes = shifts.lanes[shuffle]; lanes != 0; lanes &= lanes - 1) {
                        int lane = Long.numberOfTrailingZeros(lanes);
                        int select = shifts.selection[shuffle * WIDTH + lane];
                        long at = select < WIDTH ? low + select : low + strip + select - WIDTH;
                        raise(line + lane, values.get(ValueLayout.JAVA_BYTE, at));
                    }
                }
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
}
