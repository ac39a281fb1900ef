package granary.builder.sweep.part;

import granary.awari.Sowing;
import granary.builder.memory.WorkingArray;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.table.SideOrder;
import granary.builder.sweep.table.Tiles;
import granary.game.PositionIterator;
import granary.rank.Binomial;
import granary.rank.Colex;
import granary.rank.ColexIterator;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Brings the values of parts into the order of the layer's file. A row of the file is all positions with an opponent's side. What a
 * part has of the rows is written out in their order, so that whoever packs a range of the file reads the rows of all parts from
 * beginning to end. Where a range begins in the rows of a part is counted, not noted. Immutable.
 */
public final class PartRows {
    private final LayerShape shape;
    private final PartPlaces places;
    private final List<LayerPart> parts;
    /** For each part the opponent's sides of which it has whole rows: their places in file order, ascending. */
    private final int[][] opponents;

    /**
     * Prepares to count rows.
     *
     * @param parts all parts of the layer, those of a pair in the order of their tiles
     */
    public PartRows(LayerShape shape, List<LayerPart> parts) {
        this.shape = shape;
        this.places = new PartPlaces(shape);
        this.parts = List.copyOf(parts);
        opponents = new int[parts.size()][];
        int[][] workIndexes = new int[shape.seeds + 1][];
        for (int i = 0; i < opponents.length; i++) {
            LayerPart part = parts.get(i);
            if (workIndexes[part.fewer()] == null) {
                workIndexes[part.fewer()] = shape.order.workIndexesInFileOrder(part.fewer());
            }
            int[] sides = workIndexes[part.fewer()];
            opponents[i] = IntStream.range(0, sides.length)
                    .filter(side -> part.has(sides[side]))
                    .toArray();
        }
    }

    /** Returns for each part how many values it has in the rows before that of a position. */
    public long[] before(long position) {
        return count(position, 0);
    }

    /** Returns for each part how many values it has in the rows to that of a position, and in this. */
    public long[] to(long position) {
        return count(position, 1);
    }

    private long[] count(long position, int ofItsRow) {
        int[] board = new int[2 * shape.order.pits()];
        shape.awari.unrank(shape.seeds, position, board);
        int moversSeeds = Sowing.moversSeeds(board);
        int[] rows = new int[shape.seeds + 1];
        for (int mine = 0; mine < rows.length; mine++) {
            rows[mine] = rowsBefore(mine, board) + (mine == moversSeeds ? ofItsRow : 0);
        }
        long[] values = new long[opponents.length];
        for (int i = 0; i < values.length; i++) {
            LayerPart part = parts.get(i);
            int found = Arrays.binarySearch(opponents[i], rows[part.more()]);
            long whole = found < 0 ? -found - 1 : found;
            values[i] = whole * shape.sides(part.more());
            if (!part.isSquare()) {
                values[i] += (long) rows[part.fewer()] * places.lines(part);
            }
        }
        return values;
    }

    /**
     * Returns how many rows of a mover with a number of seeds come before a position's row: those whose opponent has more seeds in the
     * last pit, or as many there and more in the pit before, and so on.
     */
    private int rowsBefore(int mine, int[] board) {
        int pits = shape.order.pits();
        long rows = 0;
        int rest = shape.seeds - mine;
        for (int pit = pits; pit > 0 && rest >= 0; pit--) {
            int seeds = board[pits + pit - 1];
            rows += rest <= seeds ? 0 : Binomial.of(rest - seeds - 1 + pit - 1, pit - 1);
            rest -= seeds;
        }
        return (int) rows;
    }

    /**
     * Writes the rows of a part.
     *
     * @param values the finished values
     * @throws IOException when the sink does
     */
    public static void write(LayerShape shape, LayerPart part, WorkingArray values, RowSink sink) throws IOException {
        SideOrder order = shape.order;
        int[] row = new int[order.pits() + 1];
        byte[] line = new byte[order.size(part.more())];
        PositionIterator rows = new ColexIterator(new Colex(row.length), shape.seeds, 0);
        while (rows.next(row)) {
            int mine = row[0];
            if (mine == part.more() || mine == part.fewer()) {
                int opponent = order.workIndex(row, 1);
                int from = part.firstMover(mine, opponent);
                int to = Math.min(order.size(mine), part.endMover(mine, opponent));
                if (from < to) {
                    read(shape, values, mine, opponent, from, to, line);
                    sink.row(line, to - from);
                }
            }
        }
    }

    private static void read(
            LayerShape shape, WorkingArray values, int mine, int opponent, int from, int to, byte[] line) {
        for (int column = from; column < to; ) {
            int end = Math.min(to, (column / Tiles.WIDTH + 1) * Tiles.WIDTH);
            long at = shape.block(mine).place(opponent, column);
            values.read(at, line, column - from, end - column);
            column = end;
        }
    }

    /** Takes rows of values in the order of the layer's file. */
    public interface RowSink {
        /**
         * Takes what a part has of a row.
         *
         * @param row the values; reused for the next
         * @param length how many
         */
        void row(byte[] row, int length) throws IOException;
    }

    /** Has rows of a part, one behind another. */
    public interface Source {
        /** Takes the next: this number of bytes to an index of a line. */
        void take(byte[] line, int at, int length);
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

    /**
     * Returns the lines of a range of the file out of the rows of all parts.
     *
     * @param rows for each part its rows, beginning with that of the range's first position
     */
    public LayerLines lines(List<Source> rows) {
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
}
