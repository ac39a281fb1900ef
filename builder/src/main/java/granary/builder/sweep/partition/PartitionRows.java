package granary.builder.sweep.partition;

import granary.awari.Sowing;
import granary.builder.memory.WorkingArray;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.table.SideOrder;
import granary.builder.sweep.table.Tiles;
import granary.game.PositionIterator;
import granary.rank.Binomial;
import granary.rank.Colex;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Brings the values of partitions into the order of the layer's file. A row of the file is all positions with an opponent's side. The
 * rows of a partition, each with the values that the partition has of it, are written out in their order. So a range of the file is packed
 * from the rows of all partitions, read from beginning to end. The start of a range in the rows of a partition is counted, not stored.
 * Immutable.
 */
public final class PartitionRows {
    private final LayerShape shape;
    private final PartitionPlaces places;
    private final List<LayerPartition> partitions;
    /** For each partition the opponent's sides of which it has whole rows: their places in file order, ascending. */
    private final int[][] opponents;

    /**
     * Prepares to count rows.
     *
     * @param partitions all partitions of the layer, those of a pair in the order of their tiles
     */
    public PartitionRows(LayerShape shape, List<LayerPartition> partitions) {
        this.shape = shape;
        this.places = new PartitionPlaces(shape);
        this.partitions = List.copyOf(partitions);
        opponents = new int[partitions.size()][];
        int[][] workIndexes = new int[shape.seeds + 1][];
        for (int i = 0; i < opponents.length; i++) {
            LayerPartition partition = partitions.get(i);
            if (workIndexes[partition.fewer()] == null) {
                workIndexes[partition.fewer()] = shape.order.workIndexesInFileOrder(partition.fewer());
            }
            int[] sides = workIndexes[partition.fewer()];
            opponents[i] = IntStream.range(0, sides.length)
                    .filter(side -> partition.has(sides[side]))
                    .toArray();
        }
    }

    /** Returns for each partition the number of its values in the rows before that of a position. */
    public long[] before(long position) {
        return count(position, 0);
    }

    /** Returns for each partition the number of its values in the rows up to that of a position, inclusive. */
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
            LayerPartition partition = partitions.get(i);
            int found = Arrays.binarySearch(opponents[i], rows[partition.more()]);
            long whole = found < 0 ? -found - 1 : found;
            values[i] = whole * shape.sides(partition.more());
            if (!partition.isSquare()) {
                values[i] += (long) rows[partition.fewer()] * places.lines(partition);
            }
        }
        return values;
    }

    /**
     * Returns the number of rows of a mover with a number of seeds that come before a position's row: those whose opponent has more seeds in the
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
     * Writes the rows of a partition.
     *
     * @param values the finished values
     * @throws IOException when the sink does
     */
    public static void write(LayerShape shape, LayerPartition partition, WorkingArray values, RowSink sink)
            throws IOException {
        SideOrder order = shape.order;
        int[] row = new int[order.pits() + 1];
        byte[] line = new byte[order.size(partition.more())];
        PositionIterator rows = new Colex(row.length).iterate(shape.seeds, 0);
        while (rows.next(row)) {
            int mine = row[0];
            if (mine == partition.more() || mine == partition.fewer()) {
                int opponent = order.workIndex(row, 1);
                int from = partition.firstMover(mine, opponent);
                int to = Math.min(order.size(mine), partition.endMover(mine, opponent));
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
        /** Takes the first values of an array, which is reused. */
        void row(byte[] row, int length) throws IOException;
    }

    /** Has rows of a partition, one behind another. */
    public interface Source {
        /** Takes the next: this number of bytes to an index of a line. */
        void take(byte[] line, int at, int length);
    }

    /** Returns a reader of rows from a stream. */
    public static Source source(InputStream from) {
        return (line, at, length) -> {
            try {
                if (from.readNBytes(line, at, length) < length) {
                    throw new IOException("the rows of a partition end too early");
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    /**
     * Returns the lines of a range of the file out of the rows of all partitions.
     *
     * @param rows for each partition its rows, beginning with that of the range's first position
     */
    public Lines lines(List<Source> rows) {
        return new Lines() {
            private int lastMine = -1;
            private int lastOpponent;

            @Override
            public void read(int mine, int opponent, int size, byte[] line) {
                if (mine == lastMine && opponent == lastOpponent) {
                    return; // the line has it still
                }
                lastMine = mine;
                lastOpponent = opponent;
                for (int i = 0; i < partitions.size(); i++) {
                    LayerPartition partition = partitions.get(i);
                    if (mine == partition.more() || mine == partition.fewer()) {
                        int from = partition.firstMover(mine, opponent);
                        int to = Math.min(size, partition.endMover(mine, opponent));
                        if (from < to) {
                            rows.get(i).take(line, from, to - from);
                        }
                    }
                }
            }
        };
    }

    /** The values or codes of a layer, line by line. */
    public interface Lines {
        /**
         * Reads a line: the positions of all sides of the mover, {@code size} in number, with an opponent's side. The array may be
         * overwritten up to the next multiple of 64.
         */
        void read(int mine, int opponent, int size, byte[] line);
    }
}
