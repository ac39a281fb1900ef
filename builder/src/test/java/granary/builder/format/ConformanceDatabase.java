package granary.builder.format;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.store.BuilderLock;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.testing.Databases;
import granary.database.Database;
import granary.database.Listing;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.format.Packing;
import granary.game.Game;
import granary.game.Games;
import granary.plain.CompressedFile;
import granary.plain.Header;
import granary.plain.LayerFile;
import granary.testing.PositionTable;
import granary.testing.SolvedDatabase;
import granary.testing.compressed.CompressedLayers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A database of {@code conformance/}. Its compressed layers have networks of random numbers, which take little space and predict
 * nothing, and some blocks that stand as they are. Run it from the root of the project to write them all.
 *
 * @param name the directory's name
 * @param game the game
 * @param lowest the lowest layer that is kept
 * @param top the highest layer
 * @param hasDistances whether it has distances
 * @param hasBounds whether it has bounds
 * @param hasWideRadix whether its distances have the greatest radix instead of the least
 * @param compressed its compressed layers
 */
record ConformanceDatabase(
        String name,
        Game game,
        int lowest,
        int top,
        boolean hasDistances,
        boolean hasBounds,
        boolean hasWideRadix,
        List<Integer> compressed) {
    static final Path COMMITTED = Path.of("conformance");

    private static final int UNITS = 2;

    /** More positions than this are left to the faster solver. */
    private static final int PLAIN = 100_000;

    /** Returns all of them, one for each game and each rule set of awari, and one with a file above 1 MiB. */
    static List<ConformanceDatabase> all() {
        return List.of(
                new ConformanceDatabase(
                        "awari-2-abapa", new Awari(2, RuleSet.ABAPA), 0, 9, false, true, false, List.of()),
                new ConformanceDatabase(
                        "awari-2-olympiad", new Awari(2, RuleSet.OLYMPIAD), 0, 4, true, false, true, List.of()),
                of("awari-3-abapa", "awari", Map.of("pits", "3", "rules", "abapa"), 0, 5, false),
                compressed("awari-2-strict-compressed", 2, RuleSet.STRICT, 10, false, 2, 10),
                compressed("awari-3-abapa-compressed", 3, RuleSet.ABAPA, 7, false, 6, 7),
                compressed("awari-6-olympiad-compressed", 6, RuleSet.OLYMPIAD, 3, true, 3),
                of("awari-3-olympiad", "awari", Map.of("pits", "3", "rules", "olympiad"), 41, 41, false),
                of("awari-4-strict", "awari", Map.of("pits", "4", "rules", "strict"), 0, 4, true),
                of("awari-6-olympiad", "awari", Map.of("pits", "6", "rules", "olympiad"), 0, 3, true),
                of("chain-direct", "chain", Map.of("rules", "direct"), 0, 10, false),
                of(
                        "chexers-blue",
                        "chexers",
                        Map.of(
                                "colour",
                                "blue",
                                "blocks",
                                "-3,2;-3,3;-2,-1;-2,0;-2,2;-1,-1;-1,0;-1,1;-1,2;-1,3;0,-3;0,-2;0,-1;0,0;0,1;0,2;"
                                        + "1,-2;1,-1;1,0;1,1;2,-3;2,-2;2,-1;2,1;3,-3;3,-1"),
                        0,
                        4,
                        false),
                of("chomp-3x4", "chomp", Map.of("rows", "3", "columns", "4"), 0, 12, false));
    }

    private static ConformanceDatabase of(
            String name, String game, Map<String, String> parameters, int lowest, int top, boolean hasDistances) {
        return new ConformanceDatabase(
                name, Games.create(game, parameters), lowest, top, hasDistances, false, false, List.of());
    }

    private static ConformanceDatabase compressed(
            String name, int pits, RuleSet rules, int top, boolean hasDistances, Integer... layers) {
        return new ConformanceDatabase(
                name, new Awari(pits, rules), 0, top, hasDistances, false, false, List.of(layers));
    }

    /** Builds it with its table. */
    void make(Path directory) throws IOException {
        if (hasDistances) {
            Databases.buildWithDistances(directory, game, top);
        } else if (game.size(top) > PLAIN) {
            Databases.build(directory, game, top, new SweepSolver((Awari) game, 2, KernelChoice.automatic()));
        } else {
            Databases.build(directory, game, top, 2);
        }
        if (hasBounds) {
            SolvedDatabase.addBounds(directory, (Awari) game, top);
        }
        Manifest manifest = new Listing(directory).manifest();
        for (int layer = 0; hasWideRadix && layer <= top; layer++) {
            byte[] file = withWideRadix(directory.resolve(FileKind.DISTANCES.fileName(layer)));
            Manifest.Entry entry = new Manifest.Entry(file.length, FileDigest.of(file));
            manifest = manifest.without(FileKind.DISTANCES, layer).with(FileKind.DISTANCES, layer, entry);
        }
        for (int layer = 0; layer < lowest; layer++) {
            manifest = manifest.without(FileKind.SCORES, layer);
            Files.delete(directory.resolve(Manifest.fileName(layer)));
        }
        Files.write(directory.resolve(Manifest.FILE_NAME), manifest.toBytes());
        try (Database database = Database.open(directory)) {
            List<String> table = PositionTable.lines(database, PositionTable::committed);
            Files.writeString(directory.resolve(PositionTable.FILE_NAME), String.join("\n", table) + "\n");
        }
        if (!compressed.isEmpty()) {
            int[] layers = compressed.stream().mapToInt(layer -> layer).toArray();
            CompressedLayers.compress(directory, UNITS, layers);
            Files.writeString(
                    directory.resolve(CompressedTrace.FILE_NAME),
                    String.join("\n", trace(directory).lines()) + "\n");
        }
    }

    /** Packs distances anew. */
    private static byte[] withWideRadix(Path path) throws IOException {
        byte[] file = Files.readAllBytes(path);
        Header header = Header.read(file);
        byte[] wide = LayerFile.write(
                Header.of(
                        Header.DISTANCES,
                        header.identity(),
                        header.layer(),
                        header.positions(),
                        0,
                        Packing.MAX_RADIX - 1,
                        header.builtOn()),
                LayerFile.read(file));
        Files.write(path, wide);
        return wide;
    }

    /** Returns the trace of the lowest layer that is compressed. */
    CompressedTrace trace(Path directory) throws IOException {
        Path path = directory.resolve(FileKind.COMPRESSED.fileName(compressed.get(0)));
        return new CompressedTrace(CompressedFile.read(Files.readAllBytes(path)));
    }

    /** Writes all databases that are not there. */
    public static void main(String[] arguments) throws IOException {
        for (ConformanceDatabase one : all()) {
            Path directory = COMMITTED.resolve(one.name());
            if (!Files.exists(directory)) {
                one.make(Files.createDirectory(directory));
                Files.delete(directory.resolve(BuilderLock.FILE_NAME));
            }
        }
    }
}
