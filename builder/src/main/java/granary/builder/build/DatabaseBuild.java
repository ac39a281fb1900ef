package granary.builder.build;

import granary.builder.CheckFailedException;
import granary.builder.WorkerPool;
import granary.builder.solve.LayerSolver;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerWriter;
import granary.database.Database;
import granary.database.DatabaseFiles;
import granary.format.FileDigest;
import java.io.IOException;
import java.time.Duration;

/**
 * Builds the layers of a database in order, beginning at the first that is missing. A layer is published atomically, so a
 * build may end at any moment and the next one resumes.
 */
public final class DatabaseBuild {
    private final DatabaseDirectory directory;
    private final LayerSolver solver;
    private final BuildListener listener;

    /** Creates a build in a directory. */
    public DatabaseBuild(DatabaseDirectory directory, LayerSolver solver, BuildListener listener) {
        this.directory = directory;
        this.solver = solver;
        this.listener = listener;
    }

    /**
     * Builds what is missing up to a layer.
     *
     * @return what was done
     * @throws granary.builder.OperationInterruptedException when the listener stops it
     * @throws CheckFailedException when memory or disk do not suffice for the next layer
     * @throws granary.error.DatabaseException when a layer below is damaged
     * @throws IOException when the disk fails
     */
    public Summary run(int topLayer) throws IOException {
        long start = System.nanoTime();
        long positions = 0;
        int layers = 0;
        for (int layer = 0; layer <= topLayer; layer++) {
            if (!directory.has(layer)) {
                positions += build(layer);
                layers++;
            }
            solver.published(layer);
        }
        return new Summary(layers, positions, Duration.ofNanos(System.nanoTime() - start), directory.bytes());
    }

    private long build(int layer) throws IOException {
        long start = System.nanoTime();
        long positions = directory.game().size(layer);
        listener.layerBegins(layer, positions, solver.steps(positions));
        checkResources(layer);
        checkLayersBelow(layer);
        try (Database lower = directory.open();
                LayerWriter writer = directory.begin(layer)) {
            solver.solve(lower, writer, listener);
            listener.phase("publish");
            directory.publish(writer);
        }
        listener.layerEnds(layer, positions, Duration.ofNanos(System.nanoTime() - start));
        return positions;
    }

    /** Damage below would spread to the scores of the layer, with right checksums. */
    private void checkLayersBelow(int layer) {
        listener.phase("check lower layers");
        WorkerPool pool = new WorkerPool(solver.threads(), listener);
        for (int lower = 0; lower < layer; lower++) {
            directory.check(lower, pool);
        }
    }

    private void checkResources(int layer) throws IOException {
        long fileBytes = DatabaseFiles.scoresHeader(directory.game(), layer, FileDigest.NONE)
                .fileLength();
        long workingBytes = solver.workingBytes(layer);
        long scratchBytes = solver.isReserved(layer) ? 0 : workingBytes;
        Resources resources = Resources.of(directory.path(), solver.scratch());
        resources.shortages(fileBytes, scratchBytes, workingBytes).stream()
                .findFirst()
                .ifPresent(shortage -> {
                    throw new CheckFailedException(
                            "layer " + layer + " " + shortage.description() + "; the layers below are finished");
                });
    }

    /**
     * Totals of a build.
     *
     * @param layers layers built
     * @param positions positions in them
     * @param time how long it took
     * @param bytes bytes of all layers in the directory
     */
    public record Summary(int layers, long positions, Duration time, long bytes) {}
}
