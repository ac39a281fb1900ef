package granary.builder.testing;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.database.Build;
import granary.builder.file.TemporaryDirectory;
import granary.builder.memory.MemoryProvider;
import granary.builder.solve.LayerSolver;
import granary.builder.solve.RetrogradeSolver;
import granary.builder.store.BuilderLock;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerWriter;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.database.Database;
import granary.database.Listing;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.LayerTable;
import granary.format.Manifest;
import granary.game.Game;
import granary.testing.TestDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Builds databases for tests. */
public final class Databases {
    private static Path twelveSeeds;
    private static Path twelveSeedsWithDistances;

    private Databases() {}

    /** Builds a database with the reference solver, and optional files, or resumes one. */
    public static void build(Path directory, Game game, int topLayer, int threads, FileKind... optional)
            throws IOException {
        try (DatabaseDirectory database = new DatabaseDirectory(directory, game)) {
            new Build(database, new RetrogradeSolver(game, threads), Monitor.SILENT)
                    .with(optional)
                    .run(topLayer);
        }
    }

    /** Builds a database with a solver, or resumes one. */
    public static void build(Path directory, Game game, int topLayer, LayerSolver solver) throws IOException {
        build(directory, game, topLayer, solver, new MemoryProvider(directory, game.identity()));
    }

    /** Builds a database with a solver and its working memory, or resumes one. */
    public static void build(Path directory, Game game, int topLayer, LayerSolver solver, MemoryProvider memory)
            throws IOException {
        try (DatabaseDirectory database = new DatabaseDirectory(directory, game)) {
            new Build(database, solver, memory, Monitor.SILENT).run(topLayer);
        }
    }

    /** Builds a database with distances by the reference computations, or adds to one. */
    public static void buildWithDistances(Path directory, Game game, int topLayer) throws IOException {
        buildWithDistances(directory, game, topLayer, new RetrogradeSolver(game, 2));
    }

    /** Builds a database with distances, or adds to one. */
    public static void buildWithDistances(Path directory, Game game, int topLayer, LayerSolver solver)
            throws IOException {
        try (DatabaseDirectory database = new DatabaseDirectory(directory, game)) {
            new Build(database, solver, Monitor.SILENT).with(FileKind.DISTANCES).run(topLayer);
        }
    }

    /** Takes a file out of the manifest, and deletes it. */
    public static void drop(Path directory, FileKind kind, int layer) throws IOException {
        Manifest left = new Listing(directory).manifest().without(kind, layer);
        Files.write(directory.resolve(Manifest.FILE_NAME), left.toBytes());
        Files.deleteIfExists(directory.resolve(kind.fileName(layer)));
    }

    /** Returns the values of a file of a layer, by rank. */
    public static short[] values(Path directory, FileKind kind, int layer) {
        try (Database database = Database.open(directory)) {
            LayerTable table = switch (kind) {
                case DISTANCES -> database.distances(layer);
                case BOUNDS -> database.pairs(layer);
                default -> database.table(layer);
            };
            short[] values = new short[Math.toIntExact(table.positions())];
            for (int rank = 0; rank < values.length; rank++) {
                values[rank] = (short) table.value(rank);
            }
            return values;
        }
    }

    /** Publishes a file of a layer with these values, right or wrong; its checksums are right. */
    public static void publish(Path directory, Game game, FileKind kind, int layer, short... values)
            throws IOException {
        try (DatabaseDirectory database = new DatabaseDirectory(directory, game);
                LayerWriter writer = database.begin(kind, layer, longest(values))) {
            writer.write(0, values, 0, values.length);
            database.publish(writer);
        }
    }

    private static int longest(short... distances) {
        return IntStream.range(0, distances.length)
                .map(rank -> distances[rank])
                .max()
                .orElse(0);
    }

    /** Makes a directory that is deleted when all tests have ended. */
    private static Path shared(String prefix) throws IOException {
        Path directory = TestDirectories.create(prefix);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                TemporaryDirectory.delete(directory);
            } catch (IOException e) {
                System.err.println(e);
            }
        }));
        return directory;
    }

    /** Returns 6-awari under the olympiad rules to 12 seeds, built once for all tests. Nobody may change it. */
    public static synchronized Path twelveSeeds() throws IOException {
        if (twelveSeeds == null) {
            Path directory = shared("granary-12-");
            build(directory, new Awari(6, RuleSet.OLYMPIAD), 12, 2);
            twelveSeeds = directory;
        }
        return twelveSeeds;
    }

    /** Returns {@link #twelveSeeds} with distances, computed once for all tests. Nobody may change it. */
    public static synchronized Path twelveSeedsWithDistances() throws IOException {
        if (twelveSeedsWithDistances == null) {
            Path directory = shared("granary-12-distances-");
            copy(twelveSeeds(), directory, 12, -1);
            Awari awari = new Awari(6, RuleSet.OLYMPIAD);
            buildWithDistances(
                    directory, awari, 12, new SweepSolver(awari, 2, KernelChoice.of(KernelChoice.fastest())));
            twelveSeedsWithDistances = directory;
        }
        return twelveSeedsWithDistances;
    }

    /** Copies the scores of a database to one layer, and its distances to another. */
    public static void copy(Path database, Path directory, int topOfScores, int topOfDistances) throws IOException {
        Manifest manifest = new Listing(database).manifest();
        for (FileKind kind : FileKind.values()) {
            for (int layer : manifest.files(kind).keySet()) {
                if (layer <= (kind == FileKind.SCORES ? topOfScores : topOfDistances)) {
                    Files.copy(database.resolve(kind.fileName(layer)), directory.resolve(kind.fileName(layer)));
                } else {
                    manifest = manifest.without(kind, layer);
                }
            }
        }
        Files.write(directory.resolve(Manifest.FILE_NAME), manifest.toBytes());
    }

    /** Copies a database into a directory, with odd layers as links to another one. */
    public static void spread(Path database, Path even, Path odd) throws IOException {
        Files.createDirectories(even);
        Files.createDirectories(odd);
        Manifest manifest = new Listing(database).manifest();
        for (FileKind kind : FileKind.values()) {
            for (int layer : manifest.files(kind).keySet()) {
                Path file = database.resolve(kind.fileName(layer));
                Path copy = (layer % 2 == 0 ? even : odd).resolve(file.getFileName());
                Files.copy(file, copy);
                if (layer % 2 != 0) {
                    Files.createSymbolicLink(even.resolve(file.getFileName()), copy.toAbsolutePath());
                }
            }
        }
        Files.copy(database.resolve(Manifest.FILE_NAME), even.resolve(Manifest.FILE_NAME));
    }

    /** Returns the bytes of every file of a database, digested, by name; the builder's mark is none of it. */
    public static Map<String, String> contents(Path directory) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                if (!file.endsWith(BuilderLock.FILE_NAME)) {
                    byte[] bytes = Files.readAllBytes(file);
                    contents.put(file.getFileName().toString(), bytes.length + " bytes, " + FileDigest.of(bytes));
                }
            }
        }
        return contents;
    }
}
