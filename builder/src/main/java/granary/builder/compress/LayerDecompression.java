package granary.builder.compress;

import granary.awari.Awari;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.store.LayerFiles;
import granary.builder.store.LayerWriter;
import granary.compressed.BlockWalk;
import granary.compressed.CompressedTable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Decompresses one layer: decodes what is stored, works out the other scores from their moves, and packs all.
 *
 * @param game awari
 * @param sides tables of single sides, which are kept for the next layer
 * @param compressed the layer
 * @param lower the packed layers below
 * @param memory a byte for each position
 * @param pool the threads
 * @param monitor receives {@value #STEPS} steps for each position
 */
record LayerDecompression(
        Awari game,
        SideMoves sides,
        CompressedTable compressed,
        LayerFiles lower,
        MemorySegment memory,
        WorkerPool pool,
        Monitor monitor) {
    static final int STEPS = 3;

    private static final int RANGE = 1 << 16;

    private int layer() {
        return compressed.header().layer();
    }

    /** Returns the placeholder for a score that is not known. */
    static byte none(int layer) {
        return (byte) (2 * layer + 1);
    }

    /** Writes the packed layer. */
    void write(LayerWriter writer) {
        fill();
        int range = writer.packing().wholeBytes() * 1024;
        pool.forRange(compressed.positions(), range, (from, to) -> {
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
        long positions = compressed.positions();
        pool.forRange(positions, RANGE, (from, to) -> {
            decode(from, to);
            monitor.advance(to - from);
        });
        compressed.forget(); // a pool of one thread is this one
        rows().run(pool, monitor);
    }

    /** Fills the memory with what is stored of some blocks. */
    void decode(long from, long to) {
        byte[] values = new byte[BlockWalk.BLOCK];
        for (long first = from; first < to; first += BlockWalk.BLOCK) {
            int count = compressed.decode(first / BlockWalk.BLOCK, values);
            MemorySegment.copy(values, 0, memory, ValueLayout.JAVA_BYTE, first, count);
        }
    }

    /** Returns the derivation of the other scores, with its tables. */
    RowDerivation rows() {
        sides.prepare(layer(), pool);
        return new RowDerivation(game, layer(), sides, memory, lower, pool);
    }
}
