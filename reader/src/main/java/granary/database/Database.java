package granary.database;

import granary.error.ChecksumException;
import granary.error.CorruptFileException;
import granary.error.DatabaseException;
import granary.error.MissingLayerException;
import granary.error.NotADatabaseException;
import granary.error.ReadFaultException;
import granary.error.UnsupportedVersionException;
import granary.error.WrongGameException;
import granary.error.WrongLengthException;
import granary.format.BlockChecksums;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.ScoreTable;
import granary.format.Section;
import granary.game.Game;
import granary.game.Games;
import granary.storage.Storage;
import java.io.IOException;
import java.nio.IntBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * An open database: a directory of layer files, mapped into memory and looked up in place.
 *
 * <pre>{@code
 * try (Database database = Database.open(Path.of("db"))) {
 *     int score = database.score(new int[] {1, 0, 0, 2, 0, 1, 0, 3, 0, 0, 1, 2});
 * }
 * }</pre>
 *
 * <p>Nothing is written and nothing locked, so a read-only mount will do, and any number of processes share one copy in
 * the page cache. Any number of threads may use one instance, also while another closes it.
 */
public final class Database implements AutoCloseable {
    private final Path directory;
    private final Game game;
    private final SortedSet<Integer> layers;
    /** By layer number, null where a layer is missing; null as a whole once closed. */
    private volatile ScoreTable[] tables;

    private Database(Path directory, Game game, ScoreTable[] tables) {
        this.directory = directory;
        this.game = game;
        this.tables = tables;
        SortedSet<Integer> present = new TreeSet<>();
        for (int layer = 0; layer < tables.length; layer++) {
            if (tables[layer] != null) {
                present.add(layer);
            }
        }
        this.layers = Collections.unmodifiableSortedSet(present);
    }

    /**
     * Opens a database and checks the header and the length of every layer file. Checksums of the data are left to
     * {@code granary verify}, which reads everything.
     *
     * @param directory the database's directory
     * @throws NotADatabaseException when the directory, the manifest or a file is missing or is not Granary's
     * @throws UnsupportedVersionException when a file was written in a later format or for a game not known here
     * @throws WrongLengthException when a file is shorter or longer than it says
     * @throws ChecksumException when the manifest's or a header's checksum does not hold
     * @throws CorruptFileException when a field has an impossible value
     * @throws WrongGameException when a file belongs to another database
     * @throws ReadFaultException when the operating system cannot read a file
     */
    public static Database open(Path directory) {
        return open(directory, OpenOptions.DEFAULT);
    }

    /**
     * Opens a database as the options say. Layers that the options name and the database does not hold are as in any
     * database without them: asking for their scores throws {@link MissingLayerException}.
     *
     * <p>Any number of threads may open one directory at once, also while a builder adds layers to it; the layers are
     * those that were finished when the manifest was read.
     *
     * @param directory the database's directory
     * @param options which layers, what to check, how to get at the files
     * @throws DatabaseException as {@link #open(Path)}; {@link ChecksumException} also for a block of data when the
     *     options ask for that check
     */
    public static Database open(Path directory, OpenOptions options) {
        Manifest manifest = readManifest(directory);
        Game game = game(directory, manifest);
        int top = manifest.layers().isEmpty() ? -1 : manifest.layers().lastKey();
        if (top > game.topLayer() || (top >= 0 && manifest.layers().firstKey() < 0)) {
            throw new CorruptFileException(
                    directory.resolve(Manifest.FILE_NAME),
                    -1,
                    "layers 0 to " + game.topLayer(),
                    "layers " + manifest.layers().keySet(),
                    "edited by hand");
        }
        ScoreTable[] tables = new ScoreTable[top + 1];
        try {
            manifest.layers().forEach((layer, entry) -> {
                if (options.wants(layer)) {
                    tables[layer] = openLayer(directory, game, layer, entry, options);
                }
            });
        } catch (RuntimeException | Error e) {
            closeAll(tables);
            throw e;
        }
        return new Database(directory, game, tables);
    }

    /**
     * Reads the manifest of a database.
     *
     * @param directory the database's directory
     * @throws DatabaseException as {@link #open}
     */
    public static Manifest readManifest(Path directory) {
        Path path = directory.resolve(Manifest.FILE_NAME);
        if (!Files.exists(path)) {
            throw new NotADatabaseException(
                    path,
                    -1,
                    "a manifest",
                    Files.isDirectory(directory) ? "none in the directory" : "no such directory",
                    "not a database, or nothing has been built there yet");
        }
        try {
            return Manifest.parse(path, Files.readAllBytes(path));
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    /** Makes the game that a manifest names. */
    private static Game game(Path directory, Manifest manifest) {
        try {
            return Games.create(manifest.game(), manifest.parameters());
        } catch (IllegalArgumentException e) {
            UnsupportedVersionException unsupported = new UnsupportedVersionException(
                    directory.resolve(Manifest.FILE_NAME),
                    -1,
                    "a known game and parameters",
                    e.getMessage(),
                    "written by a later Granary or one with more games");
            unsupported.initCause(e);
            throw unsupported;
        }
    }

    private static ScoreTable openLayer(
            Path directory, Game game, int layer, Manifest.Entry entry, OpenOptions options) {
        Path path = directory.resolve(entry.fileName());
        if (!Files.exists(path)) {
            throw new NotADatabaseException(
                    path, -1, "the file of layer " + layer, "no file", "deleted, or not copied with the others");
        }
        Storage storage;
        try {
            storage = options.access().open(path);
        } catch (IOException e) {
            throw unreadable(path, e);
        }
        try {
            LayerHeader header = readHeader(path, storage, game, layer, options.check());
            if (options.check() == Check.CHECKSUMS) {
                BlockChecksums.check(path, storage, header.scores(), () -> {});
            }
            if (options.prefault()) {
                storage.load();
            }
            return new ScoreTable(storage, header);
        } catch (RuntimeException | Error e) {
            storage.close();
            throw e;
        }
    }

    /**
     * Reads a layer file's header and checks that it belongs to this game and layer.
     *
     * @throws DatabaseException as {@link #open}
     */
    public static LayerHeader readHeader(Path path, Storage storage, Game game, int layer) {
        return readHeader(path, storage, game, layer, Check.HEADER);
    }

    private static LayerHeader readHeader(Path path, Storage storage, Game game, int layer, Check check) {
        byte[] page = new byte[(int) Math.min(storage.length(), LayerHeader.LENGTH)];
        storage.read(0, page, 0, page.length);
        LayerHeader header = LayerHeader.parse(path, page, storage.length(), check != Check.NONE);
        if (check != Check.NONE && (!header.identity().equals(game.identity()) || header.layer() != layer)) {
            throw new WrongGameException(
                    path,
                    -1,
                    game.identity() + ", layer " + layer,
                    header.identity() + ", layer " + header.layer(),
                    "copied from another database, or renamed");
        }
        Section scores = header.scores();
        if (header.positions() != game.size(layer)
                || scores.minimum() != game.minScore(layer)
                || scores.packing().radix() < game.maxScore(layer) - game.minScore(layer) + 1) {
            throw new CorruptFileException(
                    path,
                    -1,
                    game.size(layer) + " positions with scores " + game.minScore(layer) + " to " + game.maxScore(layer),
                    header.positions() + " positions with scores from " + scores.minimum() + ", radix "
                            + scores.packing().radix(),
                    "written by another program");
        }
        return header;
    }

    private static ReadFaultException unreadable(Path path, IOException e) {
        ReadFaultException fault =
                new ReadFaultException(path, -1, "a readable file", e.toString(), "check the file's permissions");
        fault.initCause(e);
        return fault;
    }

    /** Returns the directory. */
    public Path directory() {
        return directory;
    }

    /** Returns the game, which ranks positions and knows their moves. */
    public Game game() {
        return game;
    }

    /** Returns the layers present, ascending. */
    public SortedSet<Integer> layers() {
        return layers;
    }

    /**
     * Looks a position up. Allocates nothing after a thread's first call; costs a ranking, one cache miss and four
     * multiplications. Only a position that has no place in its layer ({@link Game#NOT_STORED}) costs as much as its
     * moves, and memory.
     *
     * @param position the position, the mover's side first
     * @return its score for the mover
     * @throws IllegalArgumentException with the reason when the vector is not a position of the game
     * @throws MissingLayerException when the database does not hold its layer, or that of a successor of a position
     *     without a place
     * @throws ReadFaultException when the file can no longer be read
     * @throws IllegalStateException when the database is closed
     */
    public int score(int[] position) {
        if (position.length != game.cells()) {
            game.layer(position); // throws, with the reason
        }
        return score(position, 0);
    }

    /**
     * Looks up a position that begins at some index of a longer array, such as an engine's stack of boards. Cost and
     * exceptions as {@link #score(int[])}.
     *
     * @param cells holds the position's cells, the mover's side first, from index {@code at} on
     * @param at index of the first cell
     * @return the position's score for its mover
     * @throws IndexOutOfBoundsException when the array ends before the position
     */
    public int score(int[] cells, int at) {
        long place = game.locate(cells, at);
        return place == Game.NOT_STORED
                ? scoreByMoves(Arrays.copyOfRange(cells, at, at + game.cells()))
                : table((int) (place >>> Game.LAYER_SHIFT)).score(place & Game.OFFSET_MASK);
    }

    private int scoreByMoves(int[] position) {
        List<ScoredMove> moves = moves(position);
        return moves.isEmpty() ? game.terminalScore(position) : moves.get(0).score();
    }

    private boolean holdsSuccessors(int[] position) {
        boolean[] all = {true};
        game.moves(position, (move, reward, successor) -> all[0] &= layers.contains(game.layer(successor)));
        return all[0];
    }

    /** Returns a new helper that looks many boards up at once, faster than one by one. Each thread needs its own. */
    public Batch batch() {
        return new Batch(this);
    }

    /**
     * Looks a position up, or returns empty when the database does not hold the layers that {@link #score} needs.
     *
     * @throws IllegalArgumentException with the reason when the vector is not a position of the game
     * @throws ReadFaultException when the file can no longer be read
     * @throws IllegalStateException when the database is closed
     */
    public OptionalInt find(int[] position) {
        int layer = game.layer(position);
        boolean held = game.offset(position) == Game.NOT_STORED ? holdsSuccessors(position) : layers.contains(layer);
        return held ? OptionalInt.of(score(position)) : OptionalInt.empty();
    }

    /**
     * Returns the legal moves with their scores, best first; among equals the lower number first.
     *
     * @throws IllegalArgumentException with the reason when the vector is not a position of the game
     * @throws MissingLayerException when the database does not hold the layer of a successor
     * @throws ReadFaultException when a file can no longer be read
     * @throws IllegalStateException when the database is closed
     */
    public List<ScoredMove> moves(int[] position) {
        game.layer(position);
        List<ScoredMove> moves = new ArrayList<>();
        game.moves(
                position,
                (move, reward, successor) -> moves.add(new ScoredMove(
                        move, reward, game.scoring().through(reward, score(successor)), successor.clone())));
        moves.sort((a, b) -> a.score() == b.score() ? 0 : game.scoring().isBetter(a.score(), b.score()) ? -1 : 1);
        return moves;
    }

    /**
     * Returns the best moves: those of the highest score for the mover, by ascending number. Empty when there is no
     * legal move.
     *
     * @throws IllegalArgumentException with the reason when the vector is not a position of the game
     * @throws MissingLayerException when the database does not hold the layer of a successor
     * @throws ReadFaultException when a file can no longer be read
     * @throws IllegalStateException when the database is closed
     */
    public List<ScoredMove> bestMoves(int[] position) {
        List<ScoredMove> moves = moves(position);
        return moves.stream()
                .filter(move -> move.score() == moves.get(0).score())
                .toList();
    }

    /**
     * Returns the line of play in which both sides make the first of their best moves, until the game is over or a
     * position comes again. Where play never ends for best play of both, or where several moves keep the score, that is
     * how it shows: the database knows what a position is worth, not how long it takes.
     *
     * @throws IllegalArgumentException with the reason when the vector is not a position of the game
     * @throws MissingLayerException when the database does not hold the layer of a position on the way
     * @throws ReadFaultException when a file can no longer be read
     * @throws IllegalStateException when the database is closed
     */
    public Line line(int[] position) {
        List<ScoredMove> line = new ArrayList<>();
        Set<IntBuffer> seen = new HashSet<>();
        int[] current = position.clone();
        while (seen.add(IntBuffer.wrap(current))) {
            List<ScoredMove> moves = moves(current);
            if (moves.isEmpty()) {
                return new Line(line, Line.End.GAME_OVER);
            }
            line.add(moves.get(0));
            current = moves.get(0).successor();
        }
        return new Line(line, Line.End.REPETITION);
    }

    /**
     * Returns the layers that {@link #moves} needs for a position: its own and those that its moves lead to. To play on
     * from there to the end may take any layer below.
     *
     * @throws IllegalArgumentException with the reason when the vector is not a position of the game
     */
    public SortedSet<Integer> layersNeeded(int[] position) {
        SortedSet<Integer> needed = new TreeSet<>();
        needed.add(game.layer(position));
        game.moves(position, (move, reward, successor) -> needed.add(game.layer(successor)));
        return needed;
    }

    /**
     * Brings the files of some layers into memory, as far as memory goes, so that lookups there do not wait for the
     * disk. Costs a read of the files. (Advice to the operating system on how a mapping will be used is out of reach of
     * Java without flags.)
     *
     * @param chosen the layers' numbers
     * @throws MissingLayerException when the database does not hold one of them
     * @throws ReadFaultException when a file can no longer be read
     * @throws IllegalStateException when the database is closed
     */
    public void load(Iterable<Integer> chosen) {
        for (int layer : chosen) {
            table(layer).load();
        }
    }

    /**
     * Returns the scores of a layer, for those who go through it by rank.
     *
     * @param layer the layer's number
     * @throws MissingLayerException when the database does not hold it
     * @throws IllegalStateException when the database is closed
     */
    public ScoreTable table(int layer) {
        ScoreTable[] all = tables;
        if (all == null) {
            throw new IllegalStateException("the database " + directory + " is closed");
        }
        if (layer < 0 || layer >= all.length || all[layer] == null) {
            throw new MissingLayerException(
                    directory,
                    -1,
                    "layer " + layer + ", and those below it for the moves that lead there",
                    layers.isEmpty() ? "no layer" : "layers " + layers.first() + " to " + layers.last(),
                    "build it: granary build --dir " + directory + " --"
                            + game.type().layerUnit() + " " + layer);
        }
        return all[layer];
    }

    /**
     * Closes the database. A lookup that another thread has under way ends as if it were open or throws
     * {@link IllegalStateException}; later ones throw it. Mappings go when the garbage collector finds them unused, so
     * nothing can be unmapped under a reader; on Windows the files cannot be deleted before. Closing twice does nothing.
     */
    @Override
    public void close() {
        ScoreTable[] open = tables;
        tables = null;
        if (open != null) {
            closeAll(open);
        }
    }

    private static void closeAll(ScoreTable[] tables) {
        for (ScoreTable table : tables) {
            if (table != null) {
                table.close();
            }
        }
    }
}
