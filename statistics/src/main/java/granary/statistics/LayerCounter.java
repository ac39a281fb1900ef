package granary.statistics;

import granary.awari.Awari;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.database.Database;
import granary.database.DatabaseFiles;
import granary.format.Manifest;
import granary.format.Quantity;
import granary.game.CaptureDifference;
import granary.game.Game;
import java.io.IOException;
import java.util.List;

/** Counts the layers of an open database. Not thread-safe. */
public final class LayerCounter {
    /** Positions in a task where each move is looked up. */
    private static final int CHUNK = 1 << 14;

    /** Below so many positions, threads are not worth their start. */
    private static final int SMALL = 1 << 15;

    private final Database database;
    private final Game game;
    private final Manifest manifest;
    private final int threads;
    private final Monitor monitor;

    /**
     * Creates a counter.
     *
     * @param threads how many threads it uses
     * @param monitor is told of each position twice: when values are counted, and when moves are
     */
    public LayerCounter(Database database, int threads, Monitor monitor) {
        this.database = database;
        this.game = database.game();
        this.manifest = DatabaseFiles.readManifest(database.directory());
        this.threads = threads;
        this.monitor = monitor;
    }

    /**
     * Counts the scores and, where there are any, the distances of a layer. Costs a reading of its files.
     *
     * @throws granary.error.DatabaseException when a file is missing or cannot be read
     * @throws granary.builder.OperationInterruptedException when the monitor stops it
     * @throws IOException when a file cannot be mapped
     */
    public LayerStatistics values(int layer) throws IOException {
        monitor.phase("scores");
        Histogram scores = scan(Quantity.SCORES, layer).values();
        Histogram distances = null;
        List<String> longest = null;
        if (database.distanceLayers().contains(layer)) {
            monitor.phase("distances");
            ValueScan.Result found = scan(Quantity.DISTANCES, layer);
            distances = found.values();
            longest = found.highest().stream()
                    .map(offset -> Positions.words(game, layer, offset))
                    .toList();
        }
        Long unfinished = game.scoring() instanceof CaptureDifference
                ? (Long) scores.count(score -> (score - layer) % 2 != 0)
                : null;
        long bytes = manifest.layers().get(layer).length();
        return new LayerStatistics(layer, bytes, scores, unfinished, distances, longest, null, null);
    }

    private ValueScan.Result scan(Quantity quantity, int layer) throws IOException {
        return new ValueScan(database, quantity, layer, pool(layer), monitor).run();
    }

    private WorkerPool pool(int layer) {
        return new WorkerPool(game.size(layer) < SMALL ? 1 : threads, monitor);
    }

    /** Returns whether the moves of a layer can be looked up: the database holds all layers that they may lead to. */
    public boolean holdsMoves(int layer) {
        return database.layers().headSet(layer + 1).size() == layer + 1;
    }

    /**
     * Adds what the moves of a layer show to what its values do. In awari this costs some twenty times as much, in other
     * games a lookup for each move.
     *
     * @param values what {@link #values} returned for the layer
     * @throws granary.error.DatabaseException when a file is missing or cannot be read
     * @throws granary.builder.OperationInterruptedException when the monitor stops it
     * @throws IOException when a file cannot be mapped
     */
    public LayerStatistics withMoves(LayerStatistics values) throws IOException {
        monitor.phase("moves");
        int layer = values.layer();
        if (game instanceof Awari awari && AwariMoves.canCount(awari, layer)) {
            MoveTally tally = AwariMoves.count(database, awari, layer, pool(layer), monitor);
            return values.with(tally.moves(), tally.zugzwang(game, layer));
        }
        return values.with(plain(layer).moves(), null);
    }

    /** Counts the moves of a layer one by one, whatever the game. */
    MoveTally plain(int layer) {
        MoveTally all = new MoveTally();
        pool(layer).forRange(game.size(layer), CHUNK, (from, to) -> {
            MoveTally tally = new MoveTally();
            new PlainMoves(database, layer, tally).count(from, to);
            synchronized (all) {
                all.add(tally);
            }
            monitor.advance(to - from);
        });
        return all;
    }
}
