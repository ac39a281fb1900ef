package granary.builder.sweep.layer;

import granary.builder.Monitor;
import granary.builder.memory.WorkingArray;
import granary.builder.store.LayerWriter;
import granary.builder.sweep.kernel.ArrayBlock;
import granary.builder.sweep.kernel.DistanceCode;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.partition.PartitionRows;
import granary.builder.sweep.table.Tiles;
import granary.database.Bounds;
import granary.format.Codec;
import granary.format.FileKind;
import granary.format.Packing;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Brings the finished scores, distances or bounds of a layer into file order, and packs and writes them. One thread uses it. */
public final class LayerPacker {
    /** The phase that writes a layer. */
    public static final String PHASE = "packing";

    /** Positions in one task, about. */
    public static final int CHUNK = 1 << 16;

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final SweepLayer layer;
    private final FileKind kind;
    private final PartitionRows.Lines values;
    /** The array that is packed with the values: codes of distances, or values of the other bound; null if scores are packed. */
    private final PartitionRows.Lines seconds;

    private final int chunk;

    /**
     * Makes the packer of a layer's finished values.
     *
     * @param seconds the array that is packed with them: codes of distances, values of the other bound, or null
     */
    public LayerPacker(FileKind kind, SweepLayer layer, WorkingArray seconds) {
        this(
                kind,
                layer,
                lines(layer.shape, layer.values),
                seconds == null ? null : lines(layer.shape, seconds),
                CHUNK);
    }

    /**
     * Makes the packer of a layer's scores, which need not be in working memory.
     *
     * @param chunk about how many positions a task packs: as many groups as take whole bytes, and no more if it can
     */
    public LayerPacker(SweepLayer layer, PartitionRows.Lines values, int chunk) {
        this(FileKind.SCORES, layer, values, null, chunk);
    }

    private LayerPacker(
            FileKind kind, SweepLayer layer, PartitionRows.Lines values, PartitionRows.Lines seconds, int chunk) {
        this.kind = kind;
        this.layer = layer;
        this.values = values;
        this.seconds = seconds;
        this.chunk = chunk;
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
        pack(writer, 0, layer.shape.positions(), monitor, steps);
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
        short[][] digits = new short[layer.pool.threads()][];
        byte[][] packed = new byte[layer.pool.threads()][];
        byte[][] lines = new byte[layer.pool.threads()][];
        byte[][] secondLines = new byte[layer.pool.threads()][];
        layer.pool.run((positions + perChunk - 1) / perChunk, (worker, number) -> {
            if (digits[worker] == null) {
                digits[worker] = new short[(int) Math.min(perChunk, positions)];
                packed[worker] = new byte[(int) packing.groupBytes(perChunk) + Long.BYTES];
                lines[worker] = new byte[layer.shape.sides(layer.shape.seeds) + Tiles.WIDTH];
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
        byte[] line = new byte[layer.shape.sides(layer.shape.seeds) + Tiles.WIDTH];
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
        int n = layer.shape.seeds;
        layer.shape.forEachRow(first, count, (mine, opponent, skip, length, at) -> {
            int size = layer.shape.sides(mine);
            values.read(mine, opponent, size, line);
            int[] indexes = layer.workIndexes.get(mine);
            if (kind == FileKind.SCORES) {
                for (int i = 0; i < length; i++) {
                    digits[at + i] = (short) (n - line[indexes[skip + i]]);
                }
                return;
            }
            seconds.read(mine, opponent, size, secondLine);
            for (int i = 0; i < length; i++) {
                int index = indexes[skip + i];
                digits[at + i] = (short)
                        (kind == FileKind.DISTANCES
                                ? DistanceCode.distance(secondLine[index], -line[index])
                                : Bounds.pair(-line[index], secondLine[index]));
            }
        });
    }

    static PartitionRows.Lines lines(LayerShape shape, WorkingArray array) {
        return (mine, opponent, size, line) -> {
            ArrayBlock block = shape.block(mine);
            for (int column = 0; column < size; column += Tiles.WIDTH) {
                long at = block.place(opponent, column);
                // a copy of 64 bytes is too short to be worth the call
                for (int i = 0; i < Tiles.WIDTH; i += Long.BYTES) {
                    WORD.set(line, column + i, array.memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at + i));
                }
            }
        };
    }
}
