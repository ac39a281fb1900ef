package granary.rehearsal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import granary.builder.memory.Checkpoint;
import granary.builder.memory.MemoryNeed;
import granary.builder.memory.WholeMemory;
import granary.builder.memory.WorkFiles;
import granary.builder.sweep.layer.SweepLayer;
import java.io.IOException;
import java.util.Arrays;

/** Some pieces of made-up working memory are written into a checkpoint, and read from it into memory that holds zeros. */
final class CheckpointPhase implements Phase {
    private static final int MOST_PIECES = 24;
    /** Bytes between two that are compared: the checksum of a piece covers the others. */
    private static final int APART = 97;

    private static final String NOTE = "rehearsed";

    @Override
    public String name() {
        return "checkpoints";
    }

    @Override
    public void run(Stage stage) throws IOException {
        long bytes = stage.places.bytes();
        long pieces = (bytes - 1) / Checkpoint.AT_ONCE + 1;
        long[] chosen = stage.pieces(15, MOST_PIECES, bytes, Checkpoint.AT_ONCE);
        MemoryNeed need = SweepLayer.memory(stage.shape);
        WorkFiles files = new WorkFiles(stage.directory, stage.awari.identity());
        Checkpoint checkpoint = new Checkpoint(
                files,
                stage.awari.identity(),
                stage.seeds,
                need,
                piece -> Arrays.binarySearch(chosen, piece % pieces) >= 0);
        Bytes fill = at -> {
            stage.fillValue(at);
            stage.conversions.segment().set(JAVA_BYTE, at, stage.conversion(at));
        };
        stage.pool.run(chosen.length, (worker, i) -> forEach(chosen[(int) i], bytes, fill));
        WholeMemory memory = stage.memory();
        memory.note().write(NOTE);
        stage.check(checkpoint.take(memory, () -> false), "no checkpoint was taken");
        stage.values.clear();
        stage.conversions.clear();
        WholeMemory resumed = stage.memory();
        stage.check(checkpoint.taken().isPresent(), "the checkpoint is not there");
        checkpoint.restore(resumed);
        stage.check(resumed.note().says(NOTE), "the note is '" + resumed.note().read() + "'");
        Bytes compare = at -> {
            stage.equal("state at " + at, stage.value(at), resumed.state().get(JAVA_BYTE, at));
            stage.equal(
                    "temporary byte at " + at,
                    stage.conversion(at),
                    resumed.temporary().get(JAVA_BYTE, at));
            stage.compared(2, at);
        };
        stage.pool.run(chosen.length, (worker, i) -> forEach(chosen[(int) i], bytes, compare));
        files.remove(stage.seeds);
        stage.clear();
    }

    /** Takes the number of a byte in both arrays. */
    private interface Bytes {
        void visit(long at);
    }

    private static void forEach(long piece, long bytes, Bytes visitor) {
        long end = Math.min(bytes, (piece + 1) * Checkpoint.AT_ONCE);
        for (long at = end - 1; at >= piece * Checkpoint.AT_ONCE; at -= APART) {
            visitor.visit(at);
        }
    }
}
