package granary.builder.sweep.layer;

import granary.awari.Sowing;
import granary.builder.store.RowDecoder;
import granary.builder.sweep.kernel.ArrayBlock;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.table.SideOrder;
import granary.game.PositionIterator;
import granary.rank.Colex;

/** Reads the scores of a finished layer from its file into working memory: the inverse of {@link LayerPacker}. */
public final class LayerUnpacker {
    /** Positions in a task. A row may be cut between two tasks. */
    private static final int CHUNK = 1 << 18;

    private final SweepLayer layer;
    private final LayerShape shape;
    private final SideOrder order;
    private final RowDecoder finished;
    private final Colex rowOrder;

    /**
     * Makes the unpacker.
     *
     * @param finished the layer's scores
     */
    public LayerUnpacker(SweepLayer layer, RowDecoder finished) {
        this.layer = layer;
        this.shape = layer.shape;
        this.order = shape.order;
        this.finished = finished;
        this.rowOrder = new Colex(order.pits() + 1);
    }

    /**
     * Reads the whole layer, with all threads.
     *
     * @throws granary.builder.OperationInterruptedException when the monitor stops it
     */
    public void unpack() {
        byte[][] scores = new byte[layer.pool.threads()][];
        long positions = shape.positions();
        layer.pool.run((positions + CHUNK - 1) / CHUNK, (worker, number) -> {
            long first = number * CHUNK;
            int count = (int) Math.min(CHUNK, positions - first);
            if (scores[worker] == null) {
                scores[worker] = new byte[CHUNK + RowDecoder.SLACK];
            }
            scatter(first, count, scores[worker]);
        });
    }

    /**
     * Brings back the scores of some positions.
     *
     * @param first the rank of the first
     * @param count how many
     */
    public void unpack(long first, int count) {
        scatter(first, count, new byte[count + RowDecoder.SLACK]);
    }

    private void scatter(long first, int count, byte[] scores) {
        int decoded = finished.decode(first, count, scores);
        int pits = order.pits();
        int[] board = new int[2 * pits];
        shape.awari.unrank(shape.seeds, first, board);
        int skip = order.fileIndex(board, 0);
        int[] row = new int[pits + 1];
        row[0] = Sowing.moversSeeds(board);
        System.arraycopy(board, pits, row, 1, pits);
        PositionIterator rows = rowOrder.iterate(shape.seeds, rowOrder.rank(row));
        for (int at = 0; at < count; skip = 0) {
            rows.next(row);
            int mine = row[0];
            int length = Math.min(order.size(mine) - skip, count - at);
            int[] indexes = layer.workIndexes.get(mine);
            ArrayBlock block = shape.block(mine);
            int line = order.workIndex(row, 1);
            for (int i = 0; i < length; i++) {
                long place = block.place(line, indexes[skip + i]);
                layer.values.set(place, (byte) -scores[decoded + at + i]);
            }
            at += length;
        }
    }
}
