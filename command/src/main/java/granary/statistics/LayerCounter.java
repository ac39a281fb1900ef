package granary.statistics;

import granary.awari.Awari;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.store.LayerFiles;
import granary.database.Database;
import granary.format.FileKind;
import granary.game.Game;
import java.util.List;
import java.util.SortedSet;

/** Counts the layers of a database. Not thread-safe. */
public final class LayerCounter {
    /** The number of positions in a task that looks up each move. */
    private static final int RANGE = 1 << 14;

    /** Layers with fewer positions are counted by one thread: starting threads would cost more. */
    private static final int SMALL = 1 << 15;

    private final LayerFiles files;
    private final Game game;
    private final int threads;
    private final Monitor monitor;

    /**
     * Creates a counter.
     *
     * @param files the database's files, which the caller closes
     * @param threads the number of threads
     * @param monitor receives the number of positions done; counts each position once for its value and once for its
     *     moves
     */
    public LayerCounter(LayerFiles files, int threads, Monitor monitor) {
        this.files = files;
        this.game = files.game();
        this.threads = threads;
        this.monitor = monitor;
    }

    /** Returns whether a database with some layers holds all that the moves of a layer may lead to. */
    public static boolean holdsMoves(SortedSet<Integer> layers, int layer) {
        return layers.headSet(layer + 1).size() == layer + 1;
    }

    /** Returns the number of files of a layer that are counted. */
    public static int files(Database database, int layer) {
        return 1
                + (database.distanceLayers().contains(layer) ? 1 : 0)
                + (database.boundsLayers().contains(layer) ? 1 : 0);
    }

    /** Returns the most heap that counting a layer takes. */
    public static long heapBytes(Game game, int layer, int threads, boolean withMoves) {
        long moves = withMoves && game instanceof Awari awari && AwariMoves.canCount(awari, layer)
                ? AwariMoves.heapBytes(awari, layer, threads)
                : 0;
        return Math.max(threads * ValueScan.HEAP_BYTES, moves);
    }

    /**
     * Counts the scores of a layer, and its distances and bounds if the database holds them. Reads the layer's files once, and again for moves.
     *
     * @param withMoves whether to count moves too: in awari this takes about twenty times as long as counting values; in other games
     *     it takes a lookup for each move
     * @throws granary.error.DatabaseException when a file is missing or cannot be read
     * @throws granary.builder.OperationInterruptedException when the monitor stops it
     */
    public LayerStatistics count(int layer, boolean withMoves) {
        return sum(layer, List.of(count(layer, withMoves, Share.ALL)));
    }

    /**
     * Counts a share of a layer, so that several processes can count the layer together. {@link #sum} adds up the
     * shares.
     *
     * @param withMoves whether to count moves too
     * @throws granary.error.DatabaseException when a file is missing or cannot be read
     * @throws granary.builder.OperationInterruptedException when the monitor stops it
     */
    public LayerShare count(int layer, boolean withMoves, Share share) {
        return new LayerShare(
                scan(FileKind.SCORES, layer, share),
                files.has(FileKind.DISTANCES, layer) ? scan(FileKind.DISTANCES, layer, share) : null,
                files.has(FileKind.BOUNDS, layer) ? scan(FileKind.BOUNDS, layer, share) : null,
                withMoves ? tally(layer, share) : null);
    }

    /** Adds up all shares of a layer, in any order. */
    public LayerStatistics sum(int layer, List<LayerShare> shares) {
        LayerShare all = shares.stream().reduce(LayerShare::plus).orElseThrow();
        Histogram distances = null;
        List<String> longest = null;
        if (all.distances() != null) {
            distances = all.distances().values();
            longest = all.distances().highest().stream()
                    .map(rank -> words(game, layer, rank))
                    .toList();
        }
        Histogram scores = all.scores().values();
        Long endlessAtLeast = game.hasBounds() ? (Long) scores.count(score -> (score - layer) % 2 != 0) : null;
        long bytes = files.listing().manifest().entry(FileKind.SCORES, layer).length();
        MoveTally tally = all.moves();
        MoveStatistics moves = tally == null ? null : tally.moves();
        Zugzwang zugzwang = tally == null || !isByRows(layer) ? null : tally.zugzwang(game, layer);
        Outcomes outcomes =
                all.bounds() == null ? null : Outcomes.of(layer, all.bounds().values());
        return new LayerStatistics(layer, bytes, scores, endlessAtLeast, distances, longest, outcomes, moves, zugzwang);
    }

    /** Returns the position at a rank in the game's notation. */
    static String words(Game game, int layer, long rank) {
        int[] position = new int[game.cells()];
        game.unrank(layer, rank, position);
        return game.notation().text(position);
    }

    private boolean isByRows(int layer) {
        return game instanceof Awari awari && AwariMoves.canCount(awari, layer);
    }

    private ValueScan.Result scan(FileKind kind, int layer, Share share) {
        monitor.phase(kind.word());
        try {
            return new ValueScan(files, kind, layer, share, pool(layer), monitor).run();
        } catch (InternalError e) {
            throw LayerFiles.fault(files.listing(), e);
        }
    }

    private WorkerPool pool(int layer) {
        return new WorkerPool(game.size(layer) < SMALL ? 1 : threads, monitor);
    }

    /** Counts the moves of a share. */
    MoveTally tally(int layer, Share share) {
        monitor.phase("moves");
        try {
            return isByRows(layer)
                    ? AwariMoves.count(files, (Awari) game, layer, share, pool(layer), monitor)
                    : plain(layer, share);
        } catch (InternalError e) {
            throw LayerFiles.fault(files.listing(), e);
        }
    }

    /** Counts the moves of a share one by one, in any game. */
    MoveTally plain(int layer, Share share) {
        MoveTally all = new MoveTally();
        pool(layer).forRange(game.size(layer), RANGE, (from, to) -> {
            if (!share.has(from / RANGE)) {
                return;
            }
            MoveTally tally = new MoveTally();
            new PlainMoves(files, layer, tally).count(from, to);
            synchronized (all) {
                all.add(tally);
            }
            monitor.advance(to - from);
        });
        return all;
    }
}
