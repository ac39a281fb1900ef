package granary.statistics;

import granary.builder.account.Account;
import granary.builder.account.Needs;
import granary.builder.database.BuildListener;
import granary.builder.database.Resources;
import granary.builder.seal.UnsealedFiles;
import granary.builder.store.LayerFiles;
import granary.database.Database;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * The statistics of a database's layers. Reads the statistics saved in the directory, counts those of other layers, and
 * saves them layer by layer. A count that was stopped therefore resumes at the layer where it stopped. Not thread-safe.
 */
public final class DatabaseStatistics {
    private final Database database;
    private final StatisticsFiles statistics;
    private final Path scratch;
    private final int threads;
    private final BuildListener listener;
    private final boolean withMoves;
    private final boolean again;
    private Optional<IOException> notKept = Optional.empty();

    /**
     * Prepares the statistics of a database.
     *
     * @param database the database
     * @param scratch where the layers of a sealed database are while they are counted: see {@link UnsealedFiles}
     * @param threads the number of threads that count; fewer where the heap does not hold their work
     * @param withMoves whether to count moves too
     * @param again whether to count layers again whose statistics are saved
     * @param listener receives the progress of counting, and may stop the work
     */
    public DatabaseStatistics(
            Database database, Path scratch, int threads, boolean withMoves, boolean again, BuildListener listener) {
        this.database = database;
        this.scratch = scratch;
        this.statistics = new StatisticsFiles(database);
        this.threads = threads;
        this.listener = listener;
        this.withMoves = withMoves;
        this.again = again;
    }

    /**
     * Passes the statistics of each layer to a consumer, in order. Leaves out moves where the database lacks layers
     * that the moves may lead to.
     *
     * @throws granary.error.DatabaseException when a file is missing or cannot be read
     * @throws granary.builder.CheckFailedException when the heap does not hold the work of one thread
     * @throws granary.builder.OperationInterruptedException when the listener stops the work
     * @throws IOException when a file cannot be read
     */
    public void forEach(Collection<Integer> layers, Consumer<LayerStatistics> consumer) throws IOException {
        try (UnsealedFiles files = new UnsealedFiles(database, scratch, threads, listener)) {
            for (int layer : layers) {
                consumer.accept(of(layer, files));
            }
            files.done();
        }
    }

    private LayerStatistics of(int layer, UnsealedFiles files) throws IOException {
        boolean wantsMoves = withMoves && LayerCounter.holdsMoves(database.layers(), layer);
        Optional<LayerStatistics> kept = again ? Optional.empty() : statistics.find(layer, wantsMoves);
        if (kept.isPresent()) {
            return kept.get();
        }
        Game game = database.game();
        IntFunction<Needs> needs =
                many -> new Account(game, many).counting(layer, LayerCounter.heapBytes(game, layer, many, wantsMoves));
        int within = Resources.threadsWithin(threads, needs);
        Resources.require("counting layer " + layer, needs.apply(within));
        try (LayerFiles unsealed = files.upTo(layer)) {
            return count(layer, new LayerCounter(unsealed, within, listener), wantsMoves);
        }
    }

    private LayerStatistics count(int layer, LayerCounter counter, boolean wantsMoves) {
        long start = System.nanoTime();
        long positions = database.game().size(layer);
        boolean withDistances = database.distanceLayers().contains(layer);
        int passes = (withDistances ? 2 : 1) + (wantsMoves ? 1 : 0);
        listener.layerBegins(layer, positions, passes * positions);
        LayerStatistics counted = counter.count(layer, wantsMoves);
        keep(counted);
        listener.layerEnds(layer, positions, Duration.ofNanos(System.nanoTime() - start));
        return counted;
    }

    /** Saves the counts of a layer. If the directory cannot be written, counting goes on. */
    private void keep(LayerStatistics counted) {
        try {
            statistics.keep(counted);
        } catch (IOException e) {
            notKept = Optional.of(e);
        }
    }

    /** Returns why statistics could not be saved; empty when all were saved. */
    public Optional<IOException> notKept() {
        return notKept;
    }
}
