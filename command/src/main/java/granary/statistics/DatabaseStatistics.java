package granary.statistics;

import granary.builder.Monitor;
import granary.builder.database.Resources;
import granary.builder.resource.ResourceModel;
import granary.builder.resource.ResourceNeeds;
import granary.builder.store.LayerFiles;
import granary.database.Database;
import granary.game.Game;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * The statistics of a database's layers. Reads the statistics saved in the directory, counts those of other layers, and
 * saves them layer by layer. A count that was stopped therefore resumes at the layer where it stopped. Not thread-safe.
 */
public final class DatabaseStatistics {
    private final Database database;
    private final StatisticsFiles statistics;
    private final int threads;
    private final Monitor listener;
    private final boolean withMoves;
    private Optional<IOException> notKept = Optional.empty();

    /**
     * Prepares the statistics of a database.
     *
     * @param database the database
     * @param threads the number of threads that count; fewer if the heap does not hold their work
     * @param withMoves whether to count moves too
     * @param listener receives the progress of counting, and may stop the work
     */
    public DatabaseStatistics(Database database, int threads, boolean withMoves, Monitor listener) {
        this.database = database;
        this.statistics = new StatisticsFiles(database);
        this.threads = threads;
        this.listener = listener;
        this.withMoves = withMoves;
    }

    /**
     * Passes the statistics of each layer to a consumer, in order. Leaves out moves if the database lacks layers
     * that the moves may lead to.
     *
     * @throws granary.builder.InvalidRequestException when layers are to be read that are compressed
     * @throws granary.error.DatabaseException when a file is missing or cannot be read
     * @throws granary.builder.CheckFailedException when the heap does not hold the work of one thread
     * @throws granary.builder.OperationInterruptedException when the listener stops the work
     * @throws IOException when a file cannot be read
     */
    public void forEach(Collection<Integer> layers, Consumer<LayerStatistics> consumer) throws IOException {
        SortedSet<Integer> read = new TreeSet<>();
        for (int layer : layers) {
            if (find(layer).isEmpty()) {
                read.add(layer);
                if (wantsMoves(layer)) {
                    read.addAll(database.layers().subSet(ResourceModel.lowestRead(database.game(), layer), layer));
                }
            }
        }
        LayerFiles.requirePacked(database.listing(), read);
        try (LayerFiles files = new LayerFiles(database.listing(), database.game(), true)) {
            for (int layer : layers) {
                Optional<LayerStatistics> kept = find(layer);
                consumer.accept(kept.isPresent() ? kept.get() : count(layer, files));
            }
        }
    }

    private boolean wantsMoves(int layer) {
        return withMoves && LayerCounter.holdsMoves(database.layers(), layer);
    }

    private Optional<LayerStatistics> find(int layer) throws IOException {
        return statistics.find(layer, wantsMoves(layer));
    }

    /** Counts a layer and saves the counts. If the directory cannot be written, counting continues. */
    private LayerStatistics count(int layer, LayerFiles files) throws IOException {
        boolean wantsMoves = wantsMoves(layer);
        Game game = database.game();
        IntFunction<ResourceNeeds> needs = many ->
                new ResourceModel(game, many).counting(layer, LayerCounter.heapBytes(game, layer, many, wantsMoves));
        int within = Resources.threadsWithin(threads, needs);
        Resources.require("counting layer " + layer, needs.apply(within));
        long start = System.nanoTime();
        long positions = game.size(layer);
        int passes = LayerCounter.files(database, layer) + (wantsMoves ? 1 : 0);
        listener.layerBegins(layer, positions, passes * positions);
        LayerStatistics counted = new LayerCounter(files, within, listener).count(layer, wantsMoves);
        try {
            statistics.keep(counted);
        } catch (IOException e) {
            notKept = Optional.of(e);
        }
        listener.layerEnds(layer, positions, Duration.ofNanos(System.nanoTime() - start));
        return counted;
    }

    /** Returns why statistics could not be saved; empty when all were saved. */
    public Optional<IOException> notKept() {
        return notKept;
    }
}
