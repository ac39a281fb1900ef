package granary.database;

import granary.database.OpenOptions.Check;
import granary.error.DamagedFileException;
import granary.error.MissingLayerException;
import granary.error.ReadFaultException;
import granary.error.UnsupportedDatabaseException;
import granary.format.FileKind;
import granary.format.LayerTable;
import granary.game.Game;
import granary.game.Scoring;
import granary.storage.Addresses;
import granary.storage.DirectorySource;
import granary.storage.Prefetch;
import granary.storage.Source;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * An open database: a directory of layer files, mapped into memory and looked up in place; or the same files elsewhere.
 *
 * <pre>{@code
 * try (Database database = Database.open(Path.of("db"))) {
 *     int score = database.score(new int[] {1, 0, 0, 2, 0, 1, 0, 2, 0, 0, 1, 2}); // -2
 * }
 * }</pre>
 *
 * <p>A position is an array of {@link Game#cells} numbers as the player to move sees it. In awari these are the mover's
 * pits from left to right, then the opponent's in the order of sowing, so that the last one faces the first. Seeds
 * that were already captured are not part of it. {@link Game#notation} reads boards as people and oware programs write them. A score is the
 * seeds that the mover will capture from there on minus those that the opponent will: -n .. n with n seeds on the board, and 0 if best play
 * never ends. For other games see {@link Scoring}. The database has one rule set, which an engine should check: {@code
 * game().identity()}, such as {@code awari pits=6 rules=olympiad}.
 *
 * <p>A chunk of data is compared with its checksum before it is used for the first time, unless {@link OpenOptions} say
 * otherwise. If they differ, every lookup in the chunk throws {@link DamagedFileException}, which names the file and the chunk.
 *
 * <p>Unless a method says more, a lookup throws {@link IllegalArgumentException} with the reason when a vector is not a position of the
 * game, {@link MissingLayerException} when the database does not hold a layer that it needs, {@link ReadFaultException} when a file can no
 * longer be read, and {@link IllegalStateException} when the database is closed.
 *
 * <p>At the leaves of a search, compare {@code game().layer(board)} with {@code layers().last()} before calling
 * {@link #score(int[])}: throwing {@link MissingLayerException} costs a hundred times as much as a lookup.
 *
 * <p>Nothing is written and nothing is locked, so a read-only mount is enough, and any number of processes share one
 * copy in the page cache. Any number of threads may use one instance, even while another thread closes it.
 */
public final class Database implements AutoCloseable {
    private final Listing listing;
    private final Game game;
    private final int topLayer;
    /** The open files by layer, in each its scores first. */
    private final List<LayerFile> files = new ArrayList<>();

    /** The tables of the files by layer number, null where one is missing or was left out. */
    private final LayerTable[] scoreTables;

    private final LayerTable[] distanceTables;
    private final LayerTable[] boundsTables;
    /** By layer, the {@link Bounds} that the values of its file stand for; null if it has none. */
    private final int[][] boundsByPair;

    private final SortedSet<Integer> layers;
    private final SortedSet<Integer> missingLayers;
    private final SortedSet<Integer> distanceLayers;
    private final SortedSet<Integer> boundsLayers;
    /** True if a file comes from a server. */
    private final boolean fetches;

    private volatile boolean isClosed;

    private Database(Listing listing, OpenOptions options) {
        this.listing = listing;
        this.game = listing.game();
        this.topLayer = game.topLayer();
        SortedSet<Integer> listed = listing.manifest().scoreLayers();
        int count = listed.isEmpty() ? 0 : listed.last() + 1;
        List<Integer> wanted = listed.stream().filter(options.layers()::test).toList();
        this.scoreTables = new LayerTable[count];
        this.distanceTables = new LayerTable[count];
        this.boundsTables = new LayerTable[count];
        this.boundsByPair = new int[count][];
        try {
            prepare(wanted);
            LayerFile lower = null;
            for (int layer : wanted) {
                lower = openLayer(layer, lower, options.check());
            }
        } catch (RuntimeException | Error e) {
            close();
            throw e;
        }
        this.layers = layersOf(FileKind.SCORES);
        SortedSet<Integer> missing = new TreeSet<>(wanted);
        missing.removeAll(layers);
        this.missingLayers = Collections.unmodifiableSortedSet(missing);
        this.distanceLayers = layersOf(FileKind.DISTANCES);
        this.boundsLayers = layersOf(FileKind.BOUNDS);
        this.fetches = files.stream().anyMatch(file -> file.storage().fetches());
    }

    private void prepare(List<Integer> wanted) {
        List<String> names = new ArrayList<>();
        for (int layer : wanted) {
            names.add(listing.manifest().scoresKind(layer).fileName(layer));
            for (FileKind kind : FileKind.OPTIONAL) {
                if (listing.manifest().entry(kind, layer) != null) {
                    names.add(kind.fileName(layer));
                }
            }
        }
        listing.source().prepare(names);
    }

    /**
     * Opens the files of a layer.
     *
     * @param lower the scores of a lower layer, or null
     * @return the layer's scores, or null if their file does not exist
     */
    private LayerFile openLayer(int layer, LayerFile lower, Check check) {
        LayerFile scores = open(listing.manifest().scoresKind(layer), layer, check, lower);
        if (scores != null) {
            open(FileKind.DISTANCES, layer, check, scores);
            if (open(FileKind.BOUNDS, layer, check, scores) != null) {
                boundsByPair[layer] = Bounds.byPair(layer);
            }
        }
        return scores;
    }

    /** Opens a file unless it is not listed or does not exist, and checks the scores that it was made of. */
    private LayerFile open(FileKind kind, int layer, Check check, LayerFile scores) {
        if (listing.manifest().entry(kind, layer) == null) {
            return null;
        }
        LayerFile file;
        try {
            file = LayerFile.open(listing, game, kind, layer);
        } catch (MissingLayerException e) {
            return null; // users copy some of the files alone
        }
        files.add(file);
        tables(kind)[layer] = file.table(check, this::table);
        if (scores != null) {
            file.checkReferences(scores);
        }
        return file;
    }

    /** Returns the tables of the values of a kind, compressed or packed. */
    private LayerTable[] tables(FileKind kind) {
        return kind == FileKind.DISTANCES ? distanceTables : kind == FileKind.BOUNDS ? boundsTables : scoreTables;
    }

    /** Returns the layers whose values of a kind are present. */
    private SortedSet<Integer> layersOf(FileKind kind) {
        SortedSet<Integer> found = new TreeSet<>();
        for (int layer = 0; layer < scoreTables.length; layer++) {
            if (tables(kind)[layer] != null) {
                found.add(layer);
            }
        }
        return Collections.unmodifiableSortedSet(found);
    }

    /**
     * Opens a database and checks the header and the length of every layer file, and that each was built on the one below. Listed
     * files that do not exist are skipped: see {@link #missingLayers}.
     *
     * @param directory the database's directory
     * @throws UnsupportedDatabaseException when there is no manifest of Granary, when a file has another format, or when the jar of the
     *     game is missing; the message names it
     * @throws DamagedFileException when a header or the manifest is damaged, a file has the wrong length, or files do not belong together
     * @throws ReadFaultException when the operating system cannot read a file
     */
    public static Database open(Path directory) {
        return open(directory, OpenOptions.DEFAULT);
    }

    /**
     * Opens a database at an address. {@code granary-http} must be on the path to read addresses of web servers; its {@code
     * granary.http.HttpSource} takes other options, such as how much is kept in memory.
     *
     * <p>Opening takes two round trips: one for the manifest, and one for what is needed of all files. A lookup asks the server for the
     * data that are not in memory, and waits. To look up many positions, use a {@link #batch}, or call {@link #fetch} before.
     *
     * @param address such as https://host/awari/
     * @throws IllegalArgumentException when it is not an address of a directory, or no jar on the path reads such addresses
     * @throws granary.error.DatabaseException as {@link #open(Path)}
     */
    public static Database open(URI address) {
        return open(Addresses.at(address), OpenOptions.DEFAULT);
    }

    /**
     * Opens a database as the options say, which may name layers that it does not hold; otherwise as {@link #open(Path)}. Any number of
     * threads may open a directory at once, even while a builder adds layers to it; the database holds those that were finished when the
     * manifest was read.
     */
    public static Database open(Path directory, OpenOptions options) {
        return open(new DirectorySource(directory, options.access()), options);
    }

    /** Opens the database of a source, which it closes, as the options say; otherwise as {@link #open(Path)}. */
    public static Database open(Source source, OpenOptions options) {
        try {
            return open(new Listing(source), options);
        } catch (RuntimeException | Error e) {
            source.close();
            throw e;
        }
    }

    /** Opens the files of a listing as the options say; otherwise as {@link #open(Path)}. */
    public static Database open(Listing listing, OpenOptions options) {
        return new Database(listing, options);
    }

    /** Returns the location of the database: the path of a directory, or an address. */
    public String where() {
        return listing.source().where("");
    }

    /** Returns the files that were listed when the database was opened, including those that the options left closed. */
    public Listing listing() {
        return listing;
    }

    /** Returns the open files, by layer. */
    public List<LayerFile> files() {
        requireOpen();
        return List.copyOf(files);
    }

    /** Returns the game, which ranks positions and knows their moves. */
    public Game game() {
        return game;
    }

    /** Returns the layers present, ascending, also when the database is closed. */
    public SortedSet<Integer> layers() {
        return layers;
    }

    /** Returns the layers that the manifest lists and the options want, but whose scores' files do not exist, ascending. */
    public SortedSet<Integer> missingLayers() {
        return missingLayers;
    }

    /**
     * Returns the layers whose distances to conversion are present, ascending; none for games whose scores give the distance ({@link
     * Scoring#tellsDistance}).
     */
    public SortedSet<Integer> distanceLayers() {
        return distanceLayers;
    }

    /** Returns the layers whose bounds are present, ascending: see {@link #bounds(int[])}. */
    public SortedSet<Integer> boundsLayers() {
        return boundsLayers;
    }

    /**
     * Returns the score of a position. Costs a ranking, one cache miss and six multiplications, and at the first use of a
     * chunk what {@link Check#FIRST_USE} says. Allocates nothing after a thread's first lookup in a mapped or positioned
     * file and the first use of the chunk, except that games other than awari copy the board. An
     * opening that no layer holds ({@link Game#locate}) costs as much as all its moves, and allocates.
     */
    public int score(int[] position) {
        return score(whole(position), 0);
    }

    /**
     * Returns the score of the position whose cells begin at an index of a longer array, such as an engine's stack of boards; otherwise as
     * {@link #score(int[])}.
     *
     * @throws IndexOutOfBoundsException when the array ends before the position
     */
    public int score(int[] cells, int at) {
        long location = game.locate(cells, at);
        return isAbove(location)
                ? scoreByMoves(Arrays.copyOfRange(cells, at, at + game.cells()))
                : table(layer(location)).value(location & Game.RANK_MASK);
    }

    /** Returns whether no layer can hold a position. */
    private boolean isAbove(long location) {
        return layer(location) > topLayer;
    }

    private int scoreByMoves(int[] position) {
        List<ScoredMove> moves = moves(position);
        return moves.isEmpty() ? game.terminalScore(position) : moves.get(0).score();
    }

    /** Returns a new batch, which looks up many boards together, faster than one by one. Each thread needs its own. */
    public Batch batch() {
        requireOpen();
        return new Batch(this);
    }

    /** Returns the score of a position, or empty when the database does not hold the layers that {@link #score} needs. */
    public OptionalInt find(int[] position) {
        long location = game.locate(whole(position), 0);
        return isAbove(location) && layers().containsAll(layersNeeded(position))
                ? OptionalInt.of(scoreByMoves(position))
                : find(tableOrNull(FileKind.SCORES, layer(location)), location);
    }

    /**
     * Fetches the data that {@link #score(int[])}, {@link #findDistance}, {@link #findBounds} and {@link #moves} read for some positions,
     * all at once: those of the positions and of their successors. Does nothing if the files are local. Passes over layers that are missing.
     */
    public void fetch(Iterable<int[]> positions) {
        fetch(prefetch -> {
            for (int[] position : positions) {
                prefetch(whole(position), true, prefetch);
                prefetchMoves(position, prefetch);
            }
        });
    }

    /** Fetches the ranges that are added to a queue, all at once. */
    void fetch(Consumer<Prefetch> additions) {
        requireOpen();
        if (fetches) {
            Prefetch prefetch = new Prefetch();
            do {
                additions.accept(prefetch);
            } while (prefetch.fetch());
        }
    }

    private void prefetchMoves(int[] position, Prefetch prefetch) {
        int layer = game.layer(position);
        game.moves(
                position, (move, captured, successor) -> prefetch(successor, game.layer(successor) == layer, prefetch));
    }

    private void prefetch(int[] position, boolean withDistance, Prefetch prefetch) {
        long location = game.locate(position, 0);
        prefetch(FileKind.SCORES, location, prefetch);
        prefetch(FileKind.BOUNDS, location, prefetch);
        if (withDistance) {
            prefetch(FileKind.DISTANCES, location, prefetch);
        }
    }

    /** Adds the ranges that a lookup at a location reads; none when the layer is missing. */
    private void prefetch(FileKind kind, long location, Prefetch prefetch) {
        LayerTable table = tableOrNull(kind, layer(location));
        if (table != null) {
            table.prefetch(location & Game.RANK_MASK, prefetch);
        }
    }

    /** Fetches the ranges that lookups at some locations read. */
    void fetch(FileKind kind, long[] locations, int count) {
        requireOpen();
        if (fetches) { // a batch allocates nothing otherwise
            fetch(prefetch -> {
                for (int i = 0; i < count; i++) {
                    prefetch(kind, locations[i], prefetch);
                }
            });
        }
    }

    /** Returns the value at a location, or empty when its layer or one that the lookup needs is missing. */
    static OptionalInt find(LayerTable table, long location) {
        try {
            return table == null ? OptionalInt.empty() : OptionalInt.of(table.value(location & Game.RANK_MASK));
        } catch (MissingLayerException e) {
            return OptionalInt.empty(); // a lower layer that the moves of a position need, which is not stored
        }
    }

    /** Returns the position, or throws an exception with the reason when it has too many or too few cells. */
    private int[] whole(int[] position) {
        if (position.length != game.cells()) {
            game.layer(position);
        }
        return position;
    }

    /** Returns the layer of a location. */
    private static int layer(long location) {
        return (int) (location >>> Game.LAYER_SHIFT);
    }

    /**
     * Returns the distance to conversion of a position: the number of plies, with optimal play by both sides, to the next move to a lower
     * layer (in awari a capture) or to the end of the game, where the side that gains hurries and the other delays. 0 if the score is the
     * cycle value or there is no legal move. Costs as much as {@link #score(int[])} and allocates as little.
     */
    public int distance(int[] position) {
        return distance(whole(position), 0);
    }

    /** Returns the distance of a position in a longer array; otherwise as {@link #distance(int[])} and {@link #score(int[], int)}. */
    public int distance(int[] cells, int at) {
        long location = game.locate(cells, at);
        return distances(layer(location)).value(location & Game.RANK_MASK);
    }

    /**
     * Returns the distance to conversion of a position, or empty when the database does not hold the distances of its
     * layer: they were not built or not opened, or the game's scores give the distance.
     */
    public OptionalInt findDistance(int[] position) {
        long location = game.locate(whole(position), 0);
        return find(tableOrNull(FileKind.DISTANCES, layer(location)), location);
    }

    /**
     * Returns the least and the most seeds on the board that the mover gets, as {@link Bounds} packed into one number. Costs as
     * much as {@link #score(int[])} and allocates as little.
     *
     * <p>If the database does not hold the bounds of a layer, they are the score, and exact, if the rules settle what endless play is worth
     * ({@link Game#settlesEndlessPlay}); otherwise they are missing.
     *
     * @throws MissingLayerException when the database holds neither the bounds of its layer nor scores that give them
     */
    public int bounds(int[] position) {
        return bounds(whole(position), 0);
    }

    /** Returns the bounds of a position in a longer array; otherwise as {@link #bounds(int[])} and {@link #score(int[], int)}. */
    public int bounds(int[] cells, int at) {
        long location = game.locate(cells, at);
        int layer = layer(location);
        if (tableOrNull(FileKind.BOUNDS, layer) == null && scoresTellBounds()) {
            return Bounds.ofScore(layer, table(layer).value(location & Game.RANK_MASK));
        }
        int pair = pairs(layer).value(location & Game.RANK_MASK);
        return boundsByPair[layer][pair];
    }

    private boolean scoresTellBounds() {
        return game.hasBounds() && game.settlesEndlessPlay();
    }

    /** Returns the bounds of a position, or empty if they are missing as {@link #bounds(int[])} says. */
    public OptionalInt findBounds(int[] position) {
        int layer = layer(game.locate(whole(position), 0));
        try {
            return tableOrNull(FileKind.BOUNDS, layer) != null
                            || scoresTellBounds() && tableOrNull(FileKind.SCORES, layer) != null
                    ? OptionalInt.of(bounds(position))
                    : OptionalInt.empty();
        } catch (MissingLayerException e) {
            return OptionalInt.empty(); // as in find
        }
    }

    /**
     * Returns the legal moves with their scores and distances, best first. Moves of equal score are ordered by progress: first the nearer
     * conversion for the side that gains, first the farther one for the side that loses; then by ascending number. If the database does not
     * hold the distances of the position's layer, moves have {@link ScoredMove#NO_DISTANCE}, and those of equal score are ordered by number
     * alone. Costs one or two lookups for each move, and allocates the list.
     */
    public List<ScoredMove> moves(int[] position) {
        return moves(position, false);
    }

    /**
     * Returns the legal moves whose scores the database holds, as {@link #moves} does: without those that lead to a layer that is missing.
     */
    public List<ScoredMove> knownMoves(int[] position) {
        return moves(position, true);
    }

    private List<ScoredMove> moves(int[] position, boolean leavesOut) {
        int layer = game.layer(position);
        fetch(prefetch -> prefetchMoves(position, prefetch));
        LayerTable distances = tableOrNull(FileKind.DISTANCES, layer);
        List<ScoredMove> moves = new ArrayList<>();
        game.moves(position, (move, captured, successor) -> {
            OptionalInt found = leavesOut ? find(successor) : OptionalInt.of(score(successor));
            if (found.isEmpty()) {
                return;
            }
            int score = game.scoring().backUp(captured, found.getAsInt());
            int distance = distances == null ? ScoredMove.NO_DISTANCE : distance(distances, layer, score, successor);
            moves.add(new ScoredMove(move, captured, score, distance, successor.clone()));
        });
        moves.sort(this::compare);
        return moves;
    }

    /** Orders moves as {@link #moves} says; those that are equal keep their order. */
    private int compare(ScoredMove a, ScoredMove b) {
        Scoring scoring = game.scoring();
        if (a.score() != b.score()) {
            return scoring.isBetter(a.score(), b.score()) ? -1 : 1;
        }
        if (a.score() == scoring.cycleValue()) {
            return 0;
        }
        int nearer = Integer.compare(a.distance(), b.distance());
        return scoring.isBetter(a.score(), scoring.cycleValue()) ? nearer : -nearer;
    }

    /** Returns the distance of a move to a position, this move included. */
    private int distance(LayerTable distances, int layer, int score, int[] successor) {
        if (game.layer(successor) != layer) {
            return 1;
        }
        return score == game.scoring().cycleValue() ? 0 : 1 + distances.value(game.rank(successor));
    }

    /** Returns the best moves, those that keep the score, in the order of {@link #moves}; empty when there is no legal move. */
    public List<ScoredMove> bestMoves(int[] position) {
        List<ScoredMove> moves = moves(position);
        int best = 0;
        while (best < moves.size() && moves.get(best).score() == moves.get(0).score()) {
            best++;
        }
        return moves.subList(0, best);
    }

    /**
     * Returns a line of best play by both sides, as {@link BestPlay} defines it, until the game is over or a position repeats, of {@link
     * BestPlay#MOST_MOVES} moves at most. The captured seeds along the line add up to the score; a line that ends in a repetition counts as
     * endless play from there on.
     *
     * <p>If the database holds distances, each move is the first of {@link #moves}. If it does not, the first moves could go in circles, so the
     * move that makes progress is looked for, which for each capture costs up to {@link BestPlay#MOST_POSITIONS} calls of {@link #moves}.
     * An engine that plays by {@link #bestMoves} alone keeps its score then, but may never realize it.
     */
    public Line line(int[] position) {
        return new BestPlay(this).line(position);
    }

    /**
     * Returns the layers that {@link #score} and {@link #moves} need for a position: its own, if that holds it, and those that its moves
     * lead to. Playing on to the end may need any lower layer. Costs as much as generating the moves.
     */
    public SortedSet<Integer> layersNeeded(int[] position) {
        SortedSet<Integer> needed = new TreeSet<>();
        long location = game.locate(whole(position), 0);
        if (!isAbove(location)) {
            needed.add(layer(location));
        }
        game.moves(position, (move, captured, successor) -> needed.add(game.layer(successor)));
        return needed;
    }

    /** Returns the scores of a layer by rank. */
    public LayerTable table(int layer) {
        return table(FileKind.SCORES, layer);
    }

    /** Returns the digest of a layer's packed scores, even if the database holds them compressed. */
    public String scoresDigest(int layer) {
        table(layer); // throws, when it is missing
        return files.stream()
                .filter(file -> file.layer() == layer && !file.kind().isOptional())
                .findFirst()
                .orElseThrow()
                .packedDigest();
    }

    /** Returns the distances to conversion of a layer by rank. */
    public LayerTable distances(int layer) {
        return table(FileKind.DISTANCES, layer);
    }

    /** Returns the pairs in the file with the bounds of a layer, by rank: see {@link FileKind#BOUNDS}. */
    public LayerTable pairs(int layer) {
        return table(FileKind.BOUNDS, layer);
    }

    /**
     * Returns the longest distance to conversion in a layer. Every file has room for a distance of 1; one that has no room for more is read
     * until a distance is 1. In layer 0 of awari, and in few others, none is.
     */
    public int longestDistance(int layer) {
        LayerTable distances = distances(layer);
        if (distances.maximum() > 1) {
            return distances.maximum();
        }
        long rank = 0;
        while (rank < distances.positions() && distances.value(rank) == 0) {
            rank++;
        }
        return rank < distances.positions() ? 1 : 0;
    }

    /** Returns the values of a layer. */
    LayerTable table(FileKind kind, int layer) {
        LayerTable table = tableOrNull(kind, layer);
        if (table == null) {
            throw missing(kind, layer);
        }
        return table;
    }

    /** Returns the values of a layer, or null when the database does not hold them. */
    LayerTable tableOrNull(FileKind kind, int layer) {
        requireOpen();
        LayerTable[] all = tables(kind);
        return layer < 0 || layer >= all.length ? null : all[layer];
    }

    private void requireOpen() {
        if (isClosed) {
            throw new IllegalStateException("the database " + where() + " is closed");
        }
    }

    private MissingLayerException missing(FileKind kind, int layer) {
        if (!kind.isOptional() && missingLayers.contains(layer)) {
            String file = listing.where(listing.manifest().scoresKind(layer), layer);
            return MissingLayerException.ofFile(file, layer, new NoSuchFileException(file));
        }
        String adds = "left out, or not computed yet; granary build --" + kind.word() + " adds them";
        String cause = switch (kind) {
            case DISTANCES ->
                game.scoring().tellsDistance() ? "the scores of " + game.type().id() + " give the distance" : adds;
            case BOUNDS -> game.hasBounds() ? adds : game.type().id() + " does not have bounds";
            default ->
                listing.manifest().scoreLayers().contains(layer)
                        ? "left out by the options that the database was opened with"
                        : layer < 0 || layer > topLayer
                                ? "the game has layers 0 to " + topLayer
                                : "not built yet; run granary build";
        };
        return new MissingLayerException(
                where(), kind.isOptional() ? kind.word() + " of " : "", layer, layersOf(kind), cause);
    }

    /**
     * Closes the database. A lookup in progress in another thread completes normally or throws {@link
     * IllegalStateException}; later ones throw it, those in a {@link LayerTable} as it says. Files are unmapped when the garbage collector
     * finds the mappings unused, so that none is unmapped under a reader; on Windows they cannot be deleted before. Closing twice does nothing.
     */
    @Override
    public void close() {
        isClosed = true;
        files.forEach(LayerFile::close);
        listing.source().close();
    }

    /** Returns the game, the location of the database and the layers. */
    @Override
    public String toString() {
        return game.identity() + " in " + where() + ", layers " + layers();
    }
}
