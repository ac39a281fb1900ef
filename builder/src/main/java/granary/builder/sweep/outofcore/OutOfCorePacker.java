package granary.builder.sweep.outofcore;

import granary.builder.memory.FileWindow;
import granary.builder.memory.WorkingArray;
import granary.builder.store.LayerWriter;
import granary.builder.sweep.layer.LayerPacker;
import granary.builder.sweep.layer.SweepLayer;
import granary.builder.sweep.part.LayerPart;
import granary.builder.sweep.part.PartRows;
import granary.format.Packing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Packs the finished values of a layer that does not fit into the memory. First each part's values are written in the order of
 * the layer's file, to where the conversion values were, then the file is packed range by range: both read and
 * write from beginning to end.
 */
final class OutOfCorePacker {
    /** The most groups in a range, a task for one thread. */
    private static final int GROUPS = 1 << 16;

    private final SweepLayer layer;
    private final FileWindow window;
    /** All of the window. */
    private final WorkingArray array;

    private final PartPages pages;
    private final LayerWriter writer;
    private final long groupBytes;
    private final List<LayerPart> parts;
    private final long rangeLength;
    private final PartRows rows;
    /** For each part where its rows begin in the window. */
    private final long[] rowsAt;

    /**
     * Makes a packer.
     *
     * @param groupBytes about how many bytes it may use at a time
     */
    OutOfCorePacker(SweepLayer layer, FileWindow window, PartPages pages, LayerWriter writer, long groupBytes) {
        this.layer = layer;
        this.window = window;
        array = window.array(0);
        this.pages = pages;
        this.writer = writer;
        this.groupBytes = groupBytes;
        parts = LayerPart.cut(layer.shape, Math.max(1, groupBytes / 2 / layer.pool.threads()));
        Packing packing = writer.packing();
        long units =
                Math.clamp(groupBytes / 4 / packing.wholeBytes(), 1, GROUPS * packing.digits() / packing.wholeBytes());
        rangeLength = units * packing.wholeBytes();
        rows = new PartRows(layer.shape, parts);
        rowsAt = new long[parts.size()];
        long at = layer.shape.workingBytes();
        for (int i = 0; i < rowsAt.length; i++) {
            rowsAt[i] = at;
            at += pages.positions(parts.get(i));
        }
    }

    /** Writes all parts' values in the order of the file. */
    void writeRows() throws IOException {
        List<Integer> firsts = new ArrayList<>();
        long sum = 0;
        for (int i = 0; i < rowsAt.length; i++) {
            long bytes = 2 * pages.bytes(parts.get(i));
            if (firsts.isEmpty() || sum + bytes > groupBytes) {
                firsts.add(i);
                sum = 0;
            }
            sum += bytes;
        }
        firsts.add(rowsAt.length);
        List<BitSet> needs = new ArrayList<>();
        for (int group = 0; group < firsts.size() - 1; group++) {
            BitSet need = pages.values(parts.subList(firsts.get(group), firsts.get(group + 1)));
            need.or(pagesOfParts(firsts.get(group), firsts.get(group + 1)));
            needs.add(need);
        }
        for (int group = 0; group < needs.size(); group++) {
            int first = firsts.get(group);
            int end = firsts.get(group + 1);
            window.load(needs.get(group), needs.subList(group + 1, needs.size()));
            layer.pool.run(end - first, (worker, number) -> writeRows(first + (int) number));
            window.changed(pagesOfParts(first, end));
        }
    }

    /** Returns the pages of all rows of some parts. */
    private BitSet pagesOfParts(int firstPart, int endPart) {
        BitSet some = new BitSet();
        for (int part = firstPart; part < endPart; part++) {
            window.pages().addPages(some, rowsAt[part], pages.positions(parts.get(part)));
        }
        return some;
    }

    private void writeRows(int part) {
        long[] at = {rowsAt[part]};
        try {
            PartRows.write(layer.shape, parts.get(part), layer.values, (row, length) -> {
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
            window.load(now, List.of(next));
            layer.pool.forRange(end - start, rangeLength, (from, to) -> pack(start + from, to - from));
            first = end;
        }
    }

    /** Returns the pages of all parts' rows of a range of the file. */
    private BitSet pagesOfRange(long first, long end) {
        BitSet some = new BitSet();
        long[] starts = rows.before(first);
        long[] ends = rows.to(end - 1);
        for (int part = 0; part < rowsAt.length; part++) {
            window.pages().addPages(some, rowsAt[part] + starts[part], ends[part] - starts[part]);
        }
        return some;
    }

    /** Packs a range, by one thread. */
    private void pack(long first, long count) {
        long[] at = rows.before(first);
        List<PartRows.Source> sources = new ArrayList<>();
        for (int i = 0; i < rowsAt.length; i++) {
            int part = i;
            sources.add((line, from, length) -> {
                array.read(rowsAt[part] + at[part], line, from, length);
                at[part] += length;
            });
        }
        LayerPacker packer = new LayerPacker(
                layer.shape, rows.lines(sources), null, layer.workIndexes, layer.pool, LayerPacker.CHUNK);
        try {
            packer.pack(writer.packing(), first, count, writer::writePacked);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // not from this sink
        }
    }
}
