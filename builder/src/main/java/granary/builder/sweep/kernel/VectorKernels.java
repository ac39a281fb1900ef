package granary.builder.sweep.kernel;

import granary.builder.sweep.table.Crossing;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.ShiftTable;
import granary.builder.sweep.table.Tiles;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The inner loops on vectors of 64 bytes, one line of a tile each. */
final class VectorKernels extends TileKernels {
    private static final VectorSpecies<Byte> LINE = ByteVector.SPECIES_512;
    private static final int WIDTH = Tiles.WIDTH;
    private static final ByteOrder ORDER = ByteOrder.nativeOrder();
    private static final ByteVector ZERO = ByteVector.zero(LINE);
    /** First and second half of the perfect shuffle of two lines. */
    private static final ByteVector LOW = shuffle(0);

    private static final ByteVector HIGH = shuffle(WIDTH / 2);

    private final byte[] half = new byte[TILE_BYTES];

    static boolean isSupported() {
        return ByteVector.SPECIES_PREFERRED.length() >= WIDTH;
    }

    private static ByteVector shuffle(int first) {
        byte[] indexes = new byte[WIDTH];
        for (int i = 0; i < WIDTH; i++) {
            indexes[i] = (byte) (first + i / 2 + (i % 2 == 0 ? 0 : WIDTH));
        }
        return ByteVector.fromArray(LINE, indexes, 0);
    }

    @Override
    public void evaluate(
            MoverBlock block, MemorySegment values, MemorySegment conversions, int moverTile, int opponentTile) {
        byte[] tile = this.tile;
        MoveTable table = block.table;
        int[] sowings = table.sowings;
        int[] runStart = table.runStart;
        byte[] runCrossing = table.runCrossing;
        ShiftTable shifts = block.shifts;
        byte[] selection = shifts.selection;
        int shuffleRow = opponentTile * shifts.crossingCount;
        long across = block.conversionsStart() + opponentTile * block.conversionsStrip();
        long firstLine = across + (long) moverTile * TILE_BYTES;
        int movers = Math.min(WIDTH, block.movers - moverTile * WIDTH);
        for (int line = 0; line < movers; line++) {
            ByteVector.fromMemorySegment(LINE, conversions, firstLine + (long) line * WIDTH, ORDER)
                    .intoArray(tile, line * WIDTH);
        }
        for (int line = movers; line < WIDTH; line++) {
            ZERO.intoArray(tile, line * WIDTH);
        }
        int runs = table.firstRun[moverTile + 1];
        for (int run = table.firstRun[moverTile]; run < runs; run++) {
            int crossing = runCrossing[run];
            int from = runStart[run];
            int to = runStart[run + 1];
            if (crossing == Crossing.NONE) {
                if (block.staysAllowed()) {
                    for (int i = from; i < to; i++) {
                        int sowing = sowings[i];
                        int line = MoveTable.lineInTile(sowing) * WIDTH;
                        long source = across + (long) MoveTable.sideLeft(sowing) * WIDTH;
                        ByteVector next = ByteVector.fromMemorySegment(LINE, values, source, ORDER);
                        ByteVector.fromArray(LINE, tile, line).max(next).intoArray(tile, line);
                    }
                }
                continue;
            }
            long strip = block.targetStrip[crossing];
            int shuffles = shifts.firstShuffle[shuffleRow + crossing + 1];
            for (int shuffle = shifts.firstShuffle[shuffleRow + crossing]; shuffle < shuffles; shuffle++) {
                ByteVector select = ByteVector.fromArray(LINE, selection, shuffle * WIDTH);
                VectorMask<Byte> lanes = VectorMask.fromLong(LINE, shifts.lanes[shuffle]);
                long start = block.targetStart[crossing] + shifts.targetStrip[shuffle] * strip;
                long second = shifts.spansTwo[shuffle] * strip;
                for (int i = from; i < to; i++) {
                    int sowing = sowings[i];
                    int line = MoveTable.lineInTile(sowing) * WIDTH;
                    long source = start + (long) MoveTable.sideLeft(sowing) * WIDTH;
                    ByteVector low = ByteVector.fromMemorySegment(LINE, values, source, ORDER);
                    ByteVector high = ByteVector.fromMemorySegment(LINE, values, source + second, ORDER);
                    ByteVector.fromArray(LINE, tile, line)
                            .lanewise(VectorOperators.MAX, select.selectFrom(low, high), lanes)
                            .intoArray(tile, line);
                }
            }
        }
    }

    @Override
    public int store(MemorySegment values, long offset, int storedLines) {
        byte[] tile = this.tile;
        byte[] old = this.before;
        long[] columns = changedColumns;
        transposeEighth(tile, half);
        transposeEighth(half, tile);
        int changed = 0;
        for (int line = 0; line < storedLines; line++) {
            long at = offset + (long) line * WIDTH;
            ByteVector now = ZERO.sub(ByteVector.fromArray(LINE, tile, line * WIDTH));
            ByteVector before = ByteVector.fromMemorySegment(LINE, values, at, ORDER);
            long different = now.compare(VectorOperators.NE, before).toLong();
            columns[line] = different;
            if (different != 0) {
                now.intoMemorySegment(values, at, ORDER);
                before.intoArray(old, line * WIDTH);
                changed += Long.bitCount(different);
            }
        }
        return changed;
    }

    /**
     * Half a transposition: the 12 bits of a byte's place (line, column) turn by 3. A perfect shuffle of the lines i
     * and i + 32 turns them by 1, and three rounds of that stay within 8 lines.
     */
    private static void transposeEighth(byte[] from, byte[] to) {
        for (int i = 0; i < 8; i++) {
            int in = i * WIDTH;
            ByteVector a0 = ByteVector.fromArray(LINE, from, in);
            ByteVector a1 = ByteVector.fromArray(LINE, from, in + 8 * WIDTH);
            ByteVector a2 = ByteVector.fromArray(LINE, from, in + 16 * WIDTH);
            ByteVector a3 = ByteVector.fromArray(LINE, from, in + 24 * WIDTH);
            ByteVector a4 = ByteVector.fromArray(LINE, from, in + 32 * WIDTH);
            ByteVector a5 = ByteVector.fromArray(LINE, from, in + 40 * WIDTH);
            ByteVector a6 = ByteVector.fromArray(LINE, from, in + 48 * WIDTH);
            ByteVector a7 = ByteVector.fromArray(LINE, from, in + 56 * WIDTH);
            ByteVector b0 = LOW.selectFrom(a0, a4);
            ByteVector b1 = HIGH.selectFrom(a0, a4);
            ByteVector b2 = LOW.selectFrom(a1, a5);
            ByteVector b3 = HIGH.selectFrom(a1, a5);
            ByteVector b4 = LOW.selectFrom(a2, a6);
            ByteVector b5 = HIGH.selectFrom(a2, a6);
            ByteVector b6 = LOW.selectFrom(a3, a7);
            ByteVector b7 = HIGH.selectFrom(a3, a7);
            a0 = LOW.selectFrom(b0, b4);
            a1 = HIGH.selectFrom(b0, b4);
            a2 = LOW.selectFrom(b1, b5);
            a3 = HIGH.selectFrom(b1, b5);
            a4 = LOW.selectFrom(b2, b6);
            a5 = HIGH.selectFrom(b2, b6);
            a6 = LOW.selectFrom(b3, b7);
            a7 = HIGH.selectFrom(b3, b7);
            int out = i * 8 * WIDTH;
            LOW.selectFrom(a0, a4).intoArray(to, out);
            HIGH.selectFrom(a0, a4).intoArray(to, out + WIDTH);
            LOW.selectFrom(a1, a5).intoArray(to, out + 2 * WIDTH);
            HIGH.selectFrom(a1, a5).intoArray(to, out + 3 * WIDTH);
            LOW.selectFrom(a2, a6).intoArray(to, out + 4 * WIDTH);
            HIGH.selectFrom(a2, a6).intoArray(to, out + 5 * WIDTH);
            LOW.selectFrom(a3, a7).intoArray(to, out + 6 * WIDTH);
            HIGH.selectFrom(a3, a7).intoArray(to, out + 7 * WIDTH);
        }
    }
}
