package granary.histories;

import granary.awari.Awari;
import granary.builder.testing.disk.DiskProcess;
import granary.builder.testing.disk.Fault;
import granary.builder.testing.disk.FaultyDisk;
import granary.command.DiskShell;
import granary.database.Database;
import granary.database.Listing;
import granary.engine.Claims;
import granary.engine.PlayedGame;
import granary.error.DatabaseException;
import granary.error.MissingLayerException;
import granary.format.LayerTable;
import granary.format.Manifest;
import granary.game.Game;
import granary.game.PositionIterator;
import granary.testing.Outcome;
import granary.testing.ValueIteration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A small game, its true scores, and what uninterrupted commands make of it. */
final class World {
    /** The directory of packed layers with distances and bounds, which others read. */
    static final String WHOLE = "/whole";
    /** The directory of the same database, compressed. */
    static final String SMALL = "/small";

    /** The fewest seeds that each player has captured. */
    private static final int TAKEN = 10;

    final String options;
    final int top;
    final boolean isAwari;
    /** Directories that histories may be about, in addition to databases. */
    final List<Place> places;

    private final DiskShell shell;
    private final Map<Integer, int[]> scores = new HashMap<>();
    private final Map<Integer, int[]> distances = new HashMap<>();
    private final Map<Integer, int[]> bounds = new HashMap<>();
    /** By commands and sources of another version: the contents of the directory {@code /x} that the commands make. */
    private final Map<List<Object>, SortedMap<String, byte[]>> uninterrupted = new HashMap<>();
    /** Both databases that others read. */
    private final SortedMap<String, byte[]> sources;
    /** Other versions of both: fewer layers. */
    private final SortedMap<String, byte[]> others = new TreeMap<>();
    /** The lines that uninterrupted commands print. */
    private final Set<String> lines = new HashSet<>();
    /** By file name: the right contents. */
    private final Map<String, List<byte[]>> right = new HashMap<>();

    private String identity;
    private Manifest whole;
    private Claims claims;

    /**
     * Builds the game.
     *
     * @param options name the game
     * @param top the last layer
     * @param places directories that histories may be about, in addition to databases
     */
    World(DiskShell shell, String options, String unit, int top, Place... places) {
        this.places = List.of(places);
        this.shell = shell;
        this.options = options + " --" + unit + " ";
        this.top = top;
        this.isAwari = !options.contains("--game");
        FaultyDisk disk = new FaultyDisk();
        run(disk, build(WHOLE, top) + (isAwari ? " --distances --bounds" : ""));
        if (isAwari) {
            run(disk, compress(WHOLE, SMALL));
        }
        this.sources = disk.contents();
        sources.keySet().removeIf(World::isMark);
        prove(disk);
        keepRight(sources);
        run(disk, build("/fewer", top - 1) + (isAwari ? " --distances --bounds" : ""));
        in(disk, "/fewer").forEach((file, bytes) -> others.put(WHOLE + "/" + file, bytes));
        if (isAwari) {
            run(disk, compress("/fewer", "/less"));
            in(disk, "/less").forEach((file, bytes) -> others.put(SMALL + "/" + file, bytes));
        }
    }

    /** Returns the files of a source by name, null for a missing one: of its first version, or another. */
    Map<String, byte[]> version(String source, boolean isOther) {
        Map<String, byte[]> version = new HashMap<>();
        Stream.of(sources, others)
                .flatMap(each -> each.keySet().stream())
                .filter(name -> name.startsWith(source + "/"))
                .forEach(name -> version.put(name, (isOther ? others : sources).get(name)));
        return version;
    }

    private void keepRight(Map<String, byte[]> files) {
        files.forEach((name, bytes) -> {
            String file = name.substring(name.lastIndexOf('/') + 1);
            if (bytes != null && !isRight(file, bytes)) {
                right.computeIfAbsent(file, none -> new ArrayList<>()).add(bytes);
            }
        });
    }

    String build(String directory, int layers) {
        return "build --dir disk://" + directory + " " + options + layers + " --threads 1"
                + (isAwari ? " --kernels scalar" : "");
    }

    String compress(String from, String to) {
        return "compress --dir disk://" + from + " --out disk://" + to + " --lowest 1 --threads 1";
    }

    /** Returns a disk that holds what others read. */
    FaultyDisk disk() {
        return new FaultyDisk(sources);
    }

    /** Returns the game's identity line. */
    String identity() {
        return identity;
    }

    /** Returns whether a manifest is of this game. */
    boolean isOf(Manifest manifest) {
        return manifest.game().equals(whole.game()) && manifest.parameters().equals(whole.parameters());
    }

    /** Returns whether bytes are those that uninterrupted commands write under a name. */
    boolean isRight(String name, byte[] bytes) {
        return right.getOrDefault(name, List.of()).stream().anyMatch(each -> Arrays.equals(each, bytes));
    }

    /** Returns the files of both sources by name. */
    Map<String, byte[]> sources() {
        return sources;
    }

    /** Returns the files that commands make in an empty directory. */
    SortedMap<String, byte[]> uninterrupted(List<String> commands) {
        return uninterrupted(commands, Set.of());
    }

    /** Returns the files that commands make in an empty directory if some of the sources have another version. */
    SortedMap<String, byte[]> uninterrupted(List<String> commands, Set<String> changed) {
        return uninterrupted.computeIfAbsent(List.of(commands, Set.copyOf(changed)), key -> {
            FaultyDisk disk = disk();
            changed.forEach(source -> version(source, true).forEach(disk::put));
            commands.forEach(command -> run(disk, command.replace("disk:///@", "disk:///x")));
            return in(disk, "/x");
        });
    }

    /** Returns the number of a layer's positions. */
    int size(int layer) {
        return scores.get(layer).length;
    }

    /** Returns a layer's longest distance. */
    int longestDistance(int layer) {
        return Arrays.stream(distances.get(layer)).max().orElseThrow();
    }

    /** Returns the files of a directory, without marks of builders. */
    static SortedMap<String, byte[]> in(FaultyDisk disk, String directory) {
        SortedMap<String, byte[]> found = new TreeMap<>();
        for (String name : disk.files(directory)) {
            if (!isMark(name)) {
                found.put(name.substring(directory.length() + 1), disk.content(name));
            }
        }
        return found;
    }

    static boolean isMark(String name) {
        return name.endsWith("/granary.builder");
    }

    private void run(FaultyDisk disk, String command) {
        Outcome outcome = shell.run(disk, command);
        outcome.assertSuccess();
        outcome.out().lines().forEach(lines::add);
    }

    /** Returns whether uninterrupted commands also print a line. */
    boolean isPrinted(String line) {
        return lines.contains(line);
    }

    /** Compares the database with value iteration, and keeps its values. */
    private void prove(FaultyDisk disk) {
        DiskProcess process = disk.start(Fault.NONE);
        try (Database database = Database.open(process.path(WHOLE))) {
            Game game = database.game();
            identity = game.identity();
            whole = new Listing(process.path(WHOLE)).manifest();
            ValueIteration plain = new ValueIteration(game, top);
            int[] position = new int[game.cells()];
            for (int layer : database.layers()) {
                int[] all = new int[(int) game.size(layer)];
                int rank = 0;
                for (PositionIterator each = game.iterate(layer, 0); each.next(position); rank++) {
                    all[rank] = plain.score(position);
                }
                scores.put(layer, all);
                if (database.distanceLayers().contains(layer)) {
                    distances.put(layer, values(database.distances(layer)));
                }
                if (database.boundsLayers().contains(layer)) {
                    bounds.put(layer, values(database.pairs(layer)));
                }
            }
            List<String> wrong = wrong(database);
            if (!wrong.isEmpty()) {
                throw new AssertionError(wrong.toString());
            }
        }
        process.end();
    }

    private static int[] values(LayerTable table) {
        int[] values = new int[(int) table.positions()];
        Arrays.setAll(values, table::value);
        return values;
    }

    /** Returns a false statement of an engine over an open database, or an empty text. */
    String wrong(Database database, Random random) {
        if (!isAwari || !database.game().identity().equals(identity)) {
            return "";
        }
        Awari game = (Awari) database.game();
        int seeds = 1 + random.nextInt(top + 1);
        int[] board = new int[game.cells()];
        game.iterate(seeds, random.nextInt((int) game.size(seeds))).next(board);
        int taken = TAKEN + random.nextInt(seeds + 1);
        claims = claims == null ? new Claims(game) : claims;
        return claims.wrong(database, new PlayedGame(game, board, 0, taken, 2 * TAKEN + seeds - taken));
    }

    /** Returns the false statements of an open database. It may refuse to answer. */
    List<String> wrong(Database database) {
        List<String> wrong = new ArrayList<>();
        for (int layer : database.layers()) {
            addWrong(wrong, layer, "score", () -> database.table(layer), scores.get(layer));
        }
        for (int layer : database.distanceLayers()) {
            addWrong(wrong, layer, "distance", () -> database.distances(layer), distances.get(layer));
        }
        for (int layer : database.boundsLayers()) {
            addWrong(wrong, layer, "bounds", () -> database.pairs(layer), bounds.get(layer));
        }
        return wrong;
    }

    private static void addWrong(
            List<String> wrong, int layer, String quantity, Supplier<LayerTable> open, int... expected) {
        try {
            LayerTable table = open.get();
            for (int rank = 0; rank < expected.length; rank++) {
                int found = value(table, rank, expected[rank]);
                if (found != expected[rank]) {
                    wrong.add("layer " + layer + ", rank " + rank + ": " + quantity + " " + found + " instead of "
                            + expected[rank]);
                    break;
                }
            }
        } catch (DatabaseException e) {
            // It refuses to answer.
        }
    }

    /** Looks up the positions of a layer, and returns false answers. The database may refuse, but not for a layer that is not open. */
    List<String> find(Database database, Random random) {
        List<String> wrong = new ArrayList<>();
        Game game = database.game();
        int layer = random.nextInt(top + 1);
        int[] expected = scores.get(layer);
        int[] position = new int[game.cells()];
        int[] score = new int[1];
        int rank = 0;
        for (PositionIterator each = game.iterate(layer, 0); each.next(position); rank++) {
            try {
                int found = database.find(position).orElse(expected[rank]);
                database.batch().markMissing(Integer.MIN_VALUE).scores(position, 0, 1, score, 0);
                if (found != expected[rank] || score[0] != expected[rank] && score[0] != Integer.MIN_VALUE) {
                    wrong.add("layer " + layer + ", rank " + rank + ": found " + found + ", in a batch " + score[0]
                            + " instead of " + expected[rank]);
                }
            } catch (DatabaseException e) {
                if (e instanceof MissingLayerException) {
                    throw e;
                }
                // It refuses to answer.
            }
        }
        return wrong;
    }

    /** Returns a value, or the expected one if the database refuses. */
    private static int value(LayerTable table, int rank, int expected) {
        try {
            return table.value(rank);
        } catch (DatabaseException e) {
            return expected;
        }
    }
}
