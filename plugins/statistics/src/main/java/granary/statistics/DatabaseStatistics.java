package granary.statistics;

import granary.builder.build.BuildListener;
import granary.builder.store.LayerFiles;
import granary.database.Database;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The statistics of a database's layers: those that are kept in its directory, and the others counted and then kept, layer
 * by layer, so that a count that was stopped goes on where it was. Not thread-safe.
 */
public final class DatabaseStatistics {
    private final Database database;
    private final StatisticsFiles statistics;
    private final int threads;
    private final BuildListener listener;
    private final boolean withMoves;
    private final boolean again;
    private Optional<IOException> notKept = Optional.empty();

    /**
     * Creates them.
     *
     * @param database the database
     * @param threads how many threads count
     * @param withMoves whether to look at moves, too
     * @param again whether to count what is kept again
     * @param listener is told of the layers that are counted, and may stop the work
     */
    public DatabaseStatistics(
            Database database, int threads, boolean withMoves, boolean again, BuildListener listener) {
        this.database = database;
        this.statistics = new StatisticsFiles(database);
        this.threads = threads;
        this.listener = listener;
        this.withMoves = withMoves;
        this.again = again;
    }

    /**
     * Passes the statistics of layers on, one after another. Moves are left out where the database lacks layers that they
     * may lead to.
     *
     * @throws granary.error.DatabaseException when a file is missing or cannot be read
     * @throws granary.builder.OperationInterruptedException when the listener stops the work
     * @throws IOException when a file cannot be read
     */
    public void forEach(Collection<Integer> layers, Consumer<LayerStatistics> consumer) throws IOException {
        for (int layer : layers) {
            consumer.accept(of(layer));
        }
    }

    /** Returns the statistics of one layer; exceptions as {@link #forEach}. */
    public LayerStatistics of(int layer) throws IOException {
        try (LayerFiles files = new LayerFiles(database.listing(), database.game())) {
            return of(layer, new LayerCounter(files, threads, listener));
        }
    }

    private LayerStatistics of(int layer, LayerCounter counter) throws IOException {
        Optional<LayerStatistics> kept = again ? Optional.empty() : statistics.find(layer);
        boolean wantsMoves = withMoves && counter.holdsMoves(layer);
        if (kept.isPresent() && (!wantsMoves || kept.get().moves() != null)) {
            return kept.get();
        }
        long start = System.nanoTime();
        long positions = database.game().size(layer);
        boolean withDistances = database.distanceLayers().contains(layer);
        int passes = (kept.isPresent() ? 0 : withDistances ? 2 : 1) + (wantsMoves ? 1 : 0);
        listener.layerBegins(layer, positions, passes * positions);
        LayerStatistics counted = kept.isPresent() ? kept.get() : counter.values(layer);
        if (wantsMoves) {
            counted = counter.withMoves(counted);
        }
        keep(counted);
        listener.layerEnds(layer, positions, Duration.ofNanos(System.nanoTime() - start));
        return counted;
    }

    /** A database that cannot be written is read all the same. */
    private void keep(LayerStatistics counted) {
        try {
            statistics.keep(counted);
        } catch (IOException e) {
            notKept = Optional.of(e);
        }
    }

    /** Returns why statistics could not be kept in the directory; empty when they were. */
    public Optional<IOException> notKept() {
        return notKept;
    }
}
