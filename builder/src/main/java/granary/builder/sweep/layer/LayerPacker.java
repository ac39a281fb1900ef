package granary.builder.sweep.layer;

import granary.awari.Sowing;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.store.LayerWriter;
import granary.builder.sweep.kernel.ArrayBlock;
import granary.builder.sweep.kernel.DistanceCode;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.partition.PartitionRows;
import granary.builder.sweep.table.SideOrder;
import granary.builder.sweep.table.Tiles;
import granary.database.Bounds;
import granary.format.Codec;
import granary.format.FileKind;
import granary.format.Packing;
import granary.game.PositionIterator;
import granary.rank.Colex;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;

/** Brings the finished scores, distances or bounds of a layer into file order, and packs and writes them. One thread uses it. */
public final class LayerPacker {
    /** The phase that writes a layer. */
    public static final String PHASE = "packing";

    /** Positions in one task, about. */
    public static final int CHUNK = 1 << 16;

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final LayerShape shape;
    private final SideOrder order;
    private final PartitionRows.Lines values;
    /** The array that is packed with the values: codes of distances, or values of the other bound; null if scores are packed. */
    private final PartitionRows.Lines seconds;

    private final FileKind kind;

    private final WorkerPool pool;
    private final List<int[]> workIndexes;
    private final int chunk;
    /** Ranks the rows of the file as vectors: the mover's seeds, then the opponent's pits. */
    private final Colex rowOrder;

    /** Makes the packer of a layer's scores. */
    public static LayerPacker ofScores(SweepLayer layer) {
        return of(FileKind.SCORES, layer, null);
    }

    /** Makes the packer of a layer's distances. */
    public static LayerPacker ofDistances(SweepLayer layer) {
        return of(FileKind.DISTANCES, layer, layer.distances.memory);
    }

    /** Makes the packer of a layer's bounds, which two arrays hold. */
    public static LayerPacker ofBounds(SweepLayer forced, SweepLayer conceded) {
        return of(FileKind.BOUNDS, forced, conceded.values.memory);
    }

    private static LayerPacker of(FileKind kind, SweepLayer layer, MemorySegment seconds) {
        return new LayerPacker(
                layer.shape,
                lines(layer.shape, layer.values.memory),
                kind,
                seconds == null ? null : lines(layer.shape, seconds),
                layer.workIndexes,
                layer.pool,
                CHUNK);
    }

    /**
     * Makes a packer.
     *
     * @param values the finished values
     * @param distances the codes of the finished distances; null to pack the scores
     * @param chunk about how many positions a task packs: as many groups as take whole bytes, and no more if it can
     */
    LayerPacker(
            LayerShape shape,
            MemorySegment values,
            MemorySegment distances,
            List<int[]> workIndexes,
            WorkerPool pool,
            int chunk) {
        this(shape, lines(shape, values), distances == null ? null : lines(shape, distances), workIndexes, pool, chunk);
    }

    /** Makes a packer of lines that need not be in working memory; otherwise as the other. */
    public LayerPacker(
            LayerShape shape,
            PartitionRows.Lines values,
            PartitionRows.Lines distances,
            List<int[]> workIndexes,
            WorkerPool pool,
            int chunk) {
        this(
                shape,
                values,
                distances == null ? FileKind.SCORES : FileKind.DISTANCES,
                distances,
                workIndexes,
                pool,
                chunk);
    }

    private LayerPacker(
            LayerShape shape,
            PartitionRows.Lines values,
            FileKind kind,
            PartitionRows.Lines seconds,
            List<int[]> workIndexes,
            WorkerPool pool,
            int chunk) {
        this.kind = kind;
        this.shape = shape;
        this.order = shape.order;
        this.values = values;
        this.seconds = seconds;
        this.workIndexes = workIndexes;
        this.pool = pool;
        this.chunk = chunk;
        this.rowOrder = new Colex(order.pits() + 1);
    }

    /** Returns the heap that a thread takes to pack a layer. */
    static long heapBytes(LayerShape shape, Packing packing, int arrays) {
        long digits = Math.min(CHUNK, shape.positions());
        return Short.BYTES * digits + packing.groupBytes(digits) + (long) arrays * shape.sides(shape.seeds);
    }

    /**
     * Packs and writes the whole layer, with all threads.
     *
     * @param monitor is told of the progress; may stop the work
     * @param steps steps of progress that it makes, a multiple of the positions
     * @throws granary.builder.OperationInterruptedException when the monitor stops it
     */
    public void pack(LayerWriter writer, Monitor monitor, long steps) {
        pack(writer, 0, shape.positions(), monitor, steps);
    }

    /**
     * Packs and writes some positions, with all threads.
     *
     * @param from rank of the first position, a multiple of the packing's {@code wholeBytes()}
     * @param to rank after the last position, such a multiple or the number of positions in the layer
     * @param monitor is told of the progress; may stop the work
     * @param steps steps of progress that it makes, a multiple of the positions
     * @throws granary.builder.OperationInterruptedException when the monitor stops it
     */
    public void pack(LayerWriter writer, long from, long to, Monitor monitor, long steps) {
        long positions = to - from;
        Packing packing = writer.packing();
        Codec codec = new Codec(packing);
        int perGroup = packing.digits();
        int perChunk = perChunk(packing);
        short[][] digits = new short[pool.threads()][];
        byte[][] packed = new byte[pool.threads()][];
        byte[][] lines = new byte[pool.threads()][];
        byte[][] secondLines = new byte[pool.threads()][];
        pool.run((positions + perChunk - 1) / perChunk, (worker, number) -> {
            if (digits[worker] == null) {
                digits[worker] = new short[(int) Math.min(perChunk, positions)];
                packed[worker] = new byte[(int) packing.groupBytes(perChunk) + Long.BYTES];
                lines[worker] = new byte[order.size(shape.seeds) + Tiles.WIDTH];
                secondLines[worker] = new byte[seconds == null ? 0 : lines[worker].length];
            }
            long first = from + number * perChunk;
            int count = (int) Math.min(perChunk, to - first);
            gather(first, count, digits[worker], lines[worker], secondLines[worker]);
            int bytes = codec.pack(digits[worker], count, packed[worker]);
            writer.writePacked(first / perGroup, packed[worker], bytes);
            monitor.advance(steps / positions * count);
        });
    }

    private int perChunk(Packing packing) {
        int unit = packing.wholeBytes();
        return Math.max(1, chunk / unit) * unit;
    }

    /**
     * Packs the scores of some positions, one chunk of groups after another. A line in which a chunk ends is read again, into
     * the same array, when the next chunk begins.
     *
     * @param first rank of the first position, a multiple of the packing's {@code wholeBytes()}
     * @param count the number of positions
     * @param sink takes whole groups, all but the last filled
     */
    public void pack(Packing packing, long first, long count, GroupSink sink) throws IOException {
        Codec codec = new Codec(packing);
        int perChunk = (int) Math.min(count, perChunk(packing));
        short[] digits = new short[perChunk];
        byte[] packed = new byte[(int) packing.groupBytes(perChunk) + Long.BYTES];
        byte[] line = new byte[order.size(shape.seeds) + Tiles.WIDTH];
        for (long done = 0; done < count; done += perChunk) {
            int length = (int) Math.min(perChunk, count - done);
            gather(first + done, length, digits, line, null);
            sink.take((first + done) / packing.digits(), packed, codec.pack(digits, length, packed));
        }
    }

    /** Takes packed groups. */
    public interface GroupSink {
        /**
         * Takes some.
         *
         * @param group number of the first
         * @param packed the groups; reused for the next
         * @param length bytes to take
         */
        void take(long group, byte[] packed, int length) throws IOException;
    }

    /** Collects the digits of the positions first .. first + count - 1 of the file. */
    private void gather(long first, int count, short[] digits, byte[] line, byte[] secondLine) {
        int pits = order.pits();
        int n = shape.seeds;
        int[] board = new int[2 * pits];
        shape.awari.unrank(n, first, board);
        int skip = order.fileIndex(board, 0);
        int[] row = new int[pits + 1];
        row[0] = Sowing.moversSeeds(board);
        System.arraycopy(board, pits, row, 1, pits);
        PositionIterator rows = rowOrder.iterate(n, rowOrder.rank(row));
        for (int at = 0; at < count; skip = 0) {
            rows.next(row);
            int mine = row[0];
            int size = order.size(mine);
            int length = Math.min(size - skip, count - at);
            int opponent = order.workIndex(row, 1);
            values.read(mine, opponent, size, line);
            int[] indexes = workIndexes.get(mine);
            if (kind == FileKind.SCORES) {
                for (int i = 0; i < length; i++) {
                    digits[at + i] = (short) (n - line[indexes[skip + i]]);
                }
            } else {
                seconds.read(mine, opponent, size, secondLine);
                if (kind == FileKind.DISTANCES) {
                    for (int i = 0; i < length; i++) {
                        int index = indexes[skip + i];
                        digits[at + i] = (short) DistanceCode.distance(secondLine[index], -line[index]);
                    }
                } else {
                    for (int i = 0; i < length; i++) {
                        int index = indexes[skip + i];
                        digits[at + i] = (short) Bounds.pair(-line[index], secondLine[index]);
                    }
                }
            }
            at += length;
        }
    }

    private static PartitionRows.Lines lines(LayerShape shape, MemorySegment array) {
        return (mine, opponent, size, line) -> readLine(shape, array, mine, opponent, size, line);
    }

    private static void readLine(
            LayerShape shape, MemorySegment from, int mine, int opponentIndex, int size, byte[] line) {
        ArrayBlock block = shape.block(mine);
        for (int column = 0; column < size; column += Tiles.WIDTH) {
            long at = block.place(opponentIndex, column);
            // a copy of 64 bytes is too short to be worth the call
            for (int i = 0; i < Tiles.WIDTH; i += Long.BYTES) {
                WORD.set(line, column + i, from.get(ValueLayout.JAVA_LONG_UNALIGNED, at + i));
            }
        }
    }
}
