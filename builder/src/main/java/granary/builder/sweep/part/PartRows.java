package granary.builder.sweep.part;

import granary.builder.memory.WorkingArray;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.table.SideOrder;
import granary.builder.sweep.table.Tiles;
import granary.game.PositionIterator;
import granary.rank.Colex;
import granary.rank.ColexIterator;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Brings the values of parts into the order of the layer's file: each part's rows are written out in that order, range by
 * range of the file, so that whoever packs a range reads all parts' rows of it from beginning to end.
 */
public final class PartRows {
    private final LayerShape shape;
    private final SideOrder order;
    /** Positions in a range. */
    private final long rangeLength;

    public PartRows(LayerShape shape, long rangeLength) {
        this.shape = shape;
        this.order = shape.order;
        this.rangeLength = rangeLength;
    }

    /** Returns the number of ranges. */
    public int ranges() {
        return Math.toIntExact((shape.positions() + rangeLength - 1) / rangeLength);
    }

    /**
     * Writes the rows of a part.
     *
     * @param values the finished values
     */
    public void write(LayerPart part, WorkingArray values, RowSink sink) throws IOException {
        int pits = order.pits();
        int[] row = new int[pits + 1];
        byte[] line = new byte[order.size(part.more())];
        long first = 0;
        PositionIterator rows = new ColexIterator(new Colex(pits + 1), shape.seeds, 0);
        while (rows.next(row)) {
            int mine = row[0];
            int size = order.size(mine);
            if (mine == part.more() || mine == part.fewer()) {
                int opponent = order.workIndex(row, 1);
                int from = part.firstMover(mine, opponent);
                int to = Math.min(size, part.endMover(mine, opponent));
                if (from < to) {
                    read(values, mine, opponent, from, to, line);
                    sink.row((int) (first / rangeLength), (int) ((first + size - 1) / rangeLength), line, to - from);
                }
            }
            first += size;
        }
    }

    private void read(WorkingArray values, int mine, int opponent, int from, int to, byte[] line) {
        for (int column = from; column < to; ) {
            int end = Math.min(to, (column / Tiles.WIDTH + 1) * Tiles.WIDTH);
            long at = shape.block(mine).place(opponent, column);
            values.read(at, line, column - from, end - column);
            column = end;
        }
    }

    /** Has rows of a part, one behind another. */
    public interface Source {
        /** Takes the next: so many bytes to an index of a line. */
        void take(byte[] line, int at, int length);
    }

    /**
     * Returns the lines of a range out of the rows of all parts.
     *
     * @param parts all parts of the layer, those of a pair in the order of their tiles
     * @param rows for each of them what {@link #write} gave of the range
     */
    public static LayerLines lines(List<LayerPart> parts, List<Source> rows) {
        return new LayerLines() {
            private int lastMine = -1;
            private int lastOpponent;

            @Override
            public void read(int mine, int opponent, int size, byte[] line) {
                if (mine == lastMine && opponent == lastOpponent) {
                    return; // the line has it still
                }
                lastMine = mine;
                lastOpponent = opponent;
                for (int i = 0; i < parts.size(); i++) {
                    LayerPart part = parts.get(i);
                    if (mine == part.more() || mine == part.fewer()) {
                        int from = part.firstMover(mine, opponent);
                        int to = Math.min(size, part.endMover(mine, opponent));
                        if (from < to) {
                            rows.get(i).take(line, from, to - from);
                        }
                    }
                }
            }
        };
    }

    /** Returns what takes rows out of a stream. */
    public static Source source(InputStream from) {
        return (line, at, length) -> {
            try {
                if (from.readNBytes(line, at, length) < length) {
                    throw new IOException("the rows of a part end too early");
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    /** Takes rows of values in the order of the layer's file. */
    public interface RowSink {
        /**
         * Takes a row, or a part of one.
         *
         * @param firstRange the first range of the file that needs it; never less than the one before
         * @param lastRange the last such range
         * @param row the values; reused for the next
         * @param length how many
         */
        void row(int firstRange, int lastRange, byte[] row, int length) throws IOException;
    }
}
