package granary.builder.seal;

import granary.awari.Awari;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.store.LayerFiles;
import granary.builder.store.LayerWriter;
import granary.format.ScoreTable;
import granary.game.PositionIterator;
import granary.sealed.BestMove;
import granary.sealed.BlockWalk;
import granary.sealed.SealedTable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Unseals one layer: decodes what is stored, works out the other scores from their moves, and packs all.
 *
 * @param game awari
 * @param sealed the layer
 * @param lower the packed layers below
 * @param memory a byte for each position
 * @param pool the threads
 * @param monitor receives {@value #STEPS} steps for each position
 */
record LayerUnsealing(
        Awari game, SealedTable sealed, LayerFiles lower, MemorySegment memory, WorkerPool pool, Monitor monitor) {
    static final int STEPS = 3;

    private static final int CHUNK = 1 << 16;

    private int layer() {
        return sealed.header().layer();
    }

    private byte none() {
        return (byte) (2 * layer() + 1);
    }

    /** Writes the packed layer. */
    void write(LayerWriter writer) {
        fill();
        int chunk = writer.packing().wholeBytes() * 1024;
        pool.forRange(sealed.positions(), chunk, (from, to) -> {
            short[] scores = new short[(int) (to - from)];
            for (int i = 0; i < scores.length; i++) {
                scores[i] = (short) (memory.get(ValueLayout.JAVA_BYTE, from + i) - layer());
            }
            writer.write(from, scores, 0, scores.length);
            monitor.advance(scores.length);
        });
    }

    /** Fills the memory with score + n of each position. */
    void fill() {
        sealed.use(Networks::of);
        long positions = sealed.positions();
        pool.forRange(positions, CHUNK, (from, to) -> {
            byte[] values = new byte[BlockWalk.BLOCK];
            for (long first = from; first < to; first += BlockWalk.BLOCK) {
                int count = sealed.decode(first / BlockWalk.BLOCK, values);
                MemorySegment.copy(values, 0, memory, ValueLayout.JAVA_BYTE, first, count);
            }
            monitor.advance(to - from);
        });
        pool.forRange(positions, CHUNK, (from, to) -> {
            new Derivation().fill(from, to);
            monitor.advance(to - from);
        });
    }

    /**
     * Works out scores that are not stored. Threads may work out the same score at once; they find the same value, and bytes are
     * written whole.
     */
    private final class Derivation {
        private final BestMove bestMove = new BestMove(game);
        private final int[] board = new int[game.cells()];
        private final int[] reached = new int[game.cells()];
        private final ScoreTable[] tables = new ScoreTable[layer()];

        void fill(long from, long to) {
            PositionIterator boards = game.iterate(layer(), from);
            for (long offset = from; offset < to; offset++) {
                boards.next(board);
                if (memory.get(ValueLayout.JAVA_BYTE, offset) == none()) {
                    derive(offset, board);
                }
            }
        }

        private int derive(long offset, int... board) {
            int score = bestMove.score(board, layer(), this::lookUp);
            memory.set(ValueLayout.JAVA_BYTE, offset, (byte) (score + layer()));
            return score;
        }

        private int lookUp(int seeds, long offset) {
            if (seeds < layer()) {
                if (tables[seeds] == null) {
                    tables[seeds] = lower.scores(seeds).table();
                }
                return tables[seeds].score(offset);
            }
            byte value = memory.get(ValueLayout.JAVA_BYTE, offset);
            if (value != none()) {
                return value - layer();
            }
            game.unrank(layer(), offset, reached);
            return derive(offset, reached); // which copies the board
        }
    }
}
