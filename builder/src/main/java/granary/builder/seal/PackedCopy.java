package granary.builder.seal;

import granary.builder.WorkerPool;
import granary.builder.store.LayerWriter;
import granary.format.ScoreTable;

/** Writes scores of any table as a packed layer. */
final class PackedCopy {
    private static final int GROUPS = 1024;

    private PackedCopy() {}

    /** Writes all scores of a layer. */
    static void write(ScoreTable scores, LayerWriter writer, WorkerPool pool) {
        pool.forRange(scores.positions(), (long) GROUPS * writer.packing().wholeBytes(), (first, end) -> {
            int[] values = new int[(int) (end - first)];
            scores.scores(first, values.length, values, 0);
            short[] written = new short[values.length];
            for (int i = 0; i < values.length; i++) {
                written[i] = (short) values[i];
            }
            writer.write(first, written, 0, values.length);
        });
    }
}
