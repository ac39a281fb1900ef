package granary.builder.sweep;

import granary.awari.Sowing;
import granary.builder.WorkerPool;
import granary.builder.store.LayerWriter;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.table.SideOrder;
import granary.builder.sweep.table.Tiles;
import granary.format.Codec;
import granary.format.Packing;
import granary.game.PositionIterator;
import granary.rank.Colex;
import granary.rank.ColexIterator;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;

/** Brings the finished values of a layer into file order, and packs and writes them. */
final class LayerPacker {
    private static final int GROUPS_PER_CHUNK = 1 << 15;
    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final LayerShape shape;
    private final SideOrder order;
    private final MemorySegment values;
    private final WorkerPool pool;
    private final List<int[]> workIndexes;
    private final int groupsPerChunk;
    /** The rows of the file are vectors too: the mover's seeds, then the opponent's pits. */
    private final Colex rowOrder;

    LayerPacker(LayerShape shape, MemorySegment values, List<int[]> workIndexes, WorkerPool pool) {
        this(shape, values, workIndexes, pool, GROUPS_PER_CHUNK);
    }

    /** Packs in chunks of so many groups. */
    LayerPacker(LayerShape shape, MemorySegment values, List<int[]> workIndexes, WorkerPool pool, int groupsPerChunk) {
        this.shape = shape;
        this.order = shape.order;
        this.values = values;
        this.workIndexes = workIndexes;
        this.pool = pool;
        this.groupsPerChunk = groupsPerChunk;
        this.rowOrder = new Colex(order.pits() + 1);
    }

    void pack(LayerWriter writer) {
        long positions = shape.positions();
        Packing packing = writer.packing();
        Codec codec = new Codec(packing);
        int perGroup = packing.digits();
        long perChunk = (long) groupsPerChunk * perGroup;
        short[][] digits = new short[pool.threads()][];
        byte[][] packed = new byte[pool.threads()][];
        byte[][] lines = new byte[pool.threads()][];
        pool.run((positions + perChunk - 1) / perChunk, (worker, number) -> {
            if (digits[worker] == null) {
                digits[worker] = new short[(int) Math.min(perChunk, positions)];
                packed[worker] = new byte[groupsPerChunk * packing.bytes() + Long.BYTES];
                lines[worker] = new byte[order.size(shape.seeds) + Tiles.WIDTH];
            }
            long first = number * perChunk;
            int count = (int) Math.min(perChunk, positions - first);
            gather(first, count, digits[worker], lines[worker]);
            int bytes = codec.pack(digits[worker], count, packed[worker]);
            writer.writePacked(first / perGroup, packed[worker], bytes);
        });
    }

    /** Collects the digits of the positions first .. first + count - 1 of the file. */
    private void gather(long first, int count, short[] digits, byte[] line) {
        int pits = order.pits();
        int n = shape.seeds;
        int[] board = new int[2 * pits];
        shape.awari.unrank(n, first, board);
        int skip = order.fileIndex(board, 0);
        int[] row = new int[pits + 1];
        row[0] = Sowing.moversSeeds(board);
        System.arraycopy(board, pits, row, 1, pits);
        PositionIterator rows = new ColexIterator(rowOrder, n, rowOrder.offset(row));
        for (int at = 0; at < count; skip = 0) {
            rows.next(row);
            int mine = row[0];
            int size = order.size(mine);
            int length = Math.min(size - skip, count - at);
            readLine(mine, order.workIndex(row, 1), size, line);
            int[] indexes = workIndexes.get(mine);
            for (int i = 0; i < length; i++) {
                digits[at + i] = (short) (n - line[indexes[skip + i]]);
            }
            at += length;
        }
    }

    private void readLine(int mine, int opponentIndex, int size, byte[] line) {
        long strip = shape.stripBytes(mine);
        long at = shape.offset(mine, opponentIndex, 0);
        for (int column = 0; column < size; column += Tiles.WIDTH, at += strip) {
            // a copy of 64 bytes is too short to be worth the call
            for (int i = 0; i < Tiles.WIDTH; i += Long.BYTES) {
                WORD.set(line, column + i, values.get(ValueLayout.JAVA_LONG_UNALIGNED, at + i));
            }
        }
    }
}
