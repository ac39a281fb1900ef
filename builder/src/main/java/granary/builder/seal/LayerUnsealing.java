package granary.builder.seal;

import granary.awari.Awari;
import granary.builder.WorkerPool;
import granary.builder.store.LayerFiles;
import granary.builder.store.LayerWriter;
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
 */
record LayerUnsealing(Awari game, SealedTable sealed, LayerFiles lower, MemorySegment memory, WorkerPool pool) {
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
        });
        pool.forRange(positions, CHUNK, (from, to) -> new Derivation().fill(from, to));
    }

    /**
     * Works out scores that are not stored. Threads may work out the same score at once; they find the same value, and bytes are
     * written whole.
     */
    private final class Derivation {
        private final BestMove bestMove = new BestMove(game);
        private final int[] board = new int[game.cells()];

        void fill(long from, long to) {
            for (long offset = from; offset < to; offset++) {
                if (memory.get(ValueLayout.JAVA_BYTE, offset) == none()) {
                    derive(offset);
                }
            }
        }

        private int derive(long offset) {
            game.unrank(layer(), offset, board);
            int score = bestMove.score(board, layer(), this::lookUp);
            memory.set(ValueLayout.JAVA_BYTE, offset, (byte) (score + layer()));
            return score;
        }

        private int lookUp(int reached, long offset) {
            if (reached < layer()) {
                return lower.scores(reached).table().score(offset);
            }
            byte value = memory.get(ValueLayout.JAVA_BYTE, offset);
            return value == none() ? derive(offset) : value - layer();
        }
    }
}
