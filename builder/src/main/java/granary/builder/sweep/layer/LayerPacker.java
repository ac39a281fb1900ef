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
    public static final int PACKED_TOGETHER = 1 << 16;

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final SweepLayer layer;
    private final FileKind kind;
    private final PartitionRows.Lines values;
    /** The array that is packed with the values: codes of distances, or values of the other bound; null if scores are packed. */
    private final PartitionRows.Lines seconds;

    private final int together;

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
                PACKED_TOGETHER);
    }

    /**
     * Makes the packer of a layer's scores, which need not be in working memory.
     *
     * @param together about how many positions a task packs: as many groups as take whole bytes, and no more if it can
     */
    public LayerPacker(SweepLayer layer, PartitionRows.Lines values, int together) {
        this(FileKind.SCORES, layer, values, null, together);
    }

    private LayerPacker(
            FileKind kind, SweepLayer layer, PartitionRows.Lines values, PartitionRows.Lines seconds, int together) {
        this.kind = kind;
        this.layer = layer;
        this.values = values;
        this.seconds = seconds;
        this.together = together;
    }

    /** Returns the heap that a thread takes to pack a layer. */
    static long heapBytes(LayerShape shape, Packing packing, int arrays) {
        long digits = Math.min(PACKED_TOGETHER, shape.positions());
        return Short.BYTES * digits + packing.groupBytes(digits) + (long) arrays * shape.sides(shape.seeds);
    }

    /**
     * Packs and writes the whole layer, with all threads, and reports steps of progress, a multiple of the positions.
     *
     * @throws granary.builder.OperationInterruptedException when the monitor stops it
     */
    public void pack(LayerWriter writer, Monitor monitor, long steps) {
        pack(writer, 0, layer.shape.positions(), monitor, steps);
    }

    /**
     * Packs and writes a range of ranks, whose ends are multiples of the packing's {@code wholeBytes()} or the end of the layer;
     * otherwise as {@link #pack(LayerWriter, Monitor, long)}.
     */
    public void pack(LayerWriter writer, long from, long to, Monitor monitor, long steps) {
        long positions = to - from;
        int perTask = perTask(writer.packing());
        Packer[] packers = new Packer[layer.pool.threads()];
        layer.pool.run((positions + perTask - 1) / perTask, (worker, number) -> {
            if (packers[worker] == null) {
                packers[worker] = new Packer(writer.packing(), (int) Math.min(perTask, positions));
            }
            Packer packer = packers[worker];
            long first = from + number * perTask;
            int count = (int) Math.min(perTask, to - first);
            int bytes = packer.pack(first, count);
            writer.writePacked(first / writer.packing().digits(), packer.bytes, bytes);
            monitor.advance(steps / positions * count);
        });
    }

    private int perTask(Packing packing) {
        int unit = packing.wholeBytes();
        return Math.max(1, together / unit) * unit;
    }

    /**
     * Packs the scores of a number of positions, some together; all groups but the last are filled. A line that
     * is not finished with them is read again, into the same array, with the next.
     *
     * @param first rank of the first position, a multiple of the packing's {@code wholeBytes()}
     */
    public void pack(Packing packing, long first, long count, GroupSink sink) throws IOException {
        int perTask = (int) Math.min(count, perTask(packing));
        Packer packer = new Packer(packing, perTask);
        for (long done = 0; done < count; done += perTask) {
            int bytes = packer.pack(first + done, (int) Math.min(perTask, count - done));
            sink.take((first + done) / packing.digits(), packer.bytes, bytes);
        }
    }

    /** Takes packed groups. */
    public interface GroupSink {
        /** Takes some, from the number of the first; the array is reused. */
        void take(long group, byte[] packed, int length) throws IOException;
    }

    private final class Packer {
        private final Codec codec;
        private final short[] digits;
        private final byte[] bytes;
        private final byte[] line = new byte[layer.shape.sides(layer.shape.seeds) + Tiles.WIDTH];
        private final byte[] secondLine = new byte[seconds == null ? 0 : line.length];

        Packer(Packing packing, int positions) {
            codec = new Codec(packing);
            digits = new short[positions];
            bytes = new byte[(int) packing.groupBytes(positions) + Long.BYTES];
        }

        /** Packs a number of positions from a rank on, and returns the number of bytes. */
        int pack(long first, int count) {
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
            return codec.pack(digits, count, bytes);
        }
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
