package granary.builder.sweep.outofcore;

import granary.builder.memory.BufferPool;
import granary.builder.memory.WorkingArray;
import granary.builder.store.LayerWriter;
import granary.builder.sweep.layer.LayerPacker;
import granary.builder.sweep.layer.SweepLayer;
import granary.builder.sweep.partition.LayerPartition;
import granary.builder.sweep.partition.PartitionRows;
import granary.format.Packing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Packs the finished values of a layer that does not fit into the memory. First each partition's values are written in the order of
 * the layer's file, to where the conversion values were, then the file is packed range by range: both read and
 * write from beginning to end.
 */
final class OutOfCorePacker {
    /** The most groups in a range, a task for one thread. */
    private static final int GROUPS = 1 << 16;

    private final SweepLayer layer;
    private final BufferPool buffers;
    private final WorkingArray array;

    private final PartitionPages pages;
    private final PartitionGroups groups;
    private final LayerWriter writer;
    private final long groupBytes;
    private final List<LayerPartition> partitions;
    private final long rangeLength;
    private final PartitionRows rows;
    /** For each partition the place of its rows in the pool. */
    private final long[] rowsAt;

    /**
     * Makes a packer.
     *
     * @param groupBytes about how many bytes it may use at a time
     */
    OutOfCorePacker(
            SweepLayer layer,
            BufferPool buffers,
            PartitionPages pages,
            PartitionGroups groups,
            LayerWriter writer,
            long groupBytes) {
        this.layer = layer;
        this.buffers = buffers;
        array = buffers.array(0);
        this.pages = pages;
        this.groups = groups;
        this.writer = writer;
        this.groupBytes = groupBytes;
        partitions = LayerPartition.cut(layer.shape, Math.max(1, groupBytes / 2 / layer.pool.threads()));
        Packing packing = writer.packing();
        long units =
                Math.clamp(groupBytes / 4 / packing.wholeBytes(), 1, GROUPS * packing.digits() / packing.wholeBytes());
        rangeLength = units * packing.wholeBytes();
        rows = new PartitionRows(layer.shape, partitions);
        rowsAt = new long[partitions.size()];
        long at = layer.shape.workingBytes();
        for (int i = 0; i < rowsAt.length; i++) {
            rowsAt[i] = at;
            at += pages.positions(partitions.get(i));
        }
    }

    /** Writes all partitions' values in the order of the file. */
    void writeRows() throws IOException {
        List<List<LayerPartition>> together = groups.together(partitions, groupBytes / 2.0, false);
        List<BitSet> rowPages = new ArrayList<>();
        List<BitSet> needs = new ArrayList<>();
        int partition = 0;
        for (List<LayerPartition> group : together) {
            BitSet ofRows = new BitSet();
            for (LayerPartition each : group) {
                buffers.pages().addPages(ofRows, rowsAt[partition++], pages.positions(each));
            }
            rowPages.add(ofRows);
            BitSet need = pages.values(group);
            need.or(ofRows);
            needs.add(need);
        }
        int done = 0;
        for (int group = 0; group < needs.size(); group++) {
            int first = done;
            done += together.get(group).size();
            buffers.load(needs.get(group), needs.subList(group + 1, needs.size()));
            layer.pool.run(done - first, (worker, number) -> writeRows(first + (int) number));
            buffers.changed(rowPages.get(group));
        }
    }

    private void writeRows(int partition) {
        long[] at = {rowsAt[partition]};
        try {
            PartitionRows.write(layer.shape, partitions.get(partition), layer.values, (row, length) -> {
                array.write(row, 0, length, at[0]);
                at[0] += length;
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e); // not from this sink
        }
    }

    /** Packs the file, some ranges at a time. */
    void pack() throws IOException {
        long positions = layer.shape.positions();
        long together = Math.max(1, groupBytes / 2 / rangeLength) * rangeLength;
        BitSet next = pagesOfRange(0, Math.min(positions, together));
        for (long first = 0; first < positions; ) {
            long start = first;
            long end = Math.min(positions, start + together);
            BitSet now = next;
            next = end < positions ? pagesOfRange(end, Math.min(positions, end + together)) : new BitSet();
            buffers.load(now, List.of(next));
            layer.pool.forRange(end - start, rangeLength, (from, to) -> pack(start + from, to - from));
            first = end;
        }
    }

    private BitSet pagesOfRange(long first, long end) {
        BitSet some = new BitSet();
        long[] starts = rows.before(first);
        long[] ends = rows.to(end - 1);
        for (int partition = 0; partition < rowsAt.length; partition++) {
            buffers.pages().addPages(some, rowsAt[partition] + starts[partition], ends[partition] - starts[partition]);
        }
        return some;
    }

    private void pack(long first, long count) {
        long[] at = rows.before(first);
        List<PartitionRows.Source> sources = new ArrayList<>();
        for (int i = 0; i < rowsAt.length; i++) {
            int partition = i;
            sources.add((line, from, length) -> {
                array.read(rowsAt[partition] + at[partition], line, from, length);
                at[partition] += length;
            });
        }
        try {
            new LayerPacker(layer, rows.lines(sources), LayerPacker.PACKED_TOGETHER)
                    .pack(writer.packing(), first, count, writer::writePacked);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // not from this sink
        }
    }
}
