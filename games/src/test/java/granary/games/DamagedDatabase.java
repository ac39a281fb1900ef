package granary.games;

import granary.database.Database;
import granary.error.DamagedFileException;
import granary.error.MissingLayerException;
import granary.format.CompressedHeader;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.game.Game;
import granary.plain.Model;
import granary.testing.compressed.CompressedLayers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The database {@code conformance/awari-2-strict-damaged}, and its table of lookups, each with a score, or missing, or
 * refused. A layer is missing; one has a damaged chunk, one a damaged model, one a damaged page. The lowest compressed layer has as many units
 * as there may be.
 */
final class DamagedDatabase {
    static final String NAME = "awari-2-strict-damaged";
    static final String TABLE = "lookups.tsv";
    static final int MOST_UNITS = 1024;

    private static final int PITS = 4;
    private static final Set<Integer> PACKED = Set.of(0, 3);
    private static final int WIDE = 1;
    private static final int MISSING = 5;
    private static final int TOP = 9;
    /** By layer: the offset of the byte in which a bit is turned, in the one chunk, in the model, in the one page. */
    private static final Map<Integer, Integer> DAMAGE =
            Map.of(3, LayerHeader.LENGTH, 8, LayerHeader.LENGTH + 5000, TOP, 3 * CompressedHeader.PAGE + 100);

    private DamagedDatabase() {}

    /** Returns the files by their names, made from those of the database that is whole. */
    static Map<String, byte[]> files(Path root) throws IOException {
        Path original = root.resolve(Path.of("conformance", HostileCompressedFiles.DATABASE));
        Map<String, byte[]> files = new TreeMap<>();
        try (Database database = Database.open(original)) {
            Manifest manifest =
                    Manifest.empty(database.game().type().id(), database.game().parameters());
            for (int layer = 0; layer <= TOP; layer++) {
                if (layer != MISSING) {
                    FileKind kind = PACKED.contains(layer) ? FileKind.SCORES : FileKind.COMPRESSED;
                    byte[] file = layer == WIDE
                            ? wide(root, MOST_UNITS)
                            : Files.exists(original.resolve(kind.fileName(layer)))
                                    ? Files.readAllBytes(original.resolve(kind.fileName(layer)))
                                    : CompressedLayers.of(original, 2, layer).bytes();
                    manifest = manifest.with(kind, layer, new Manifest.Entry(file.length, FileDigest.of(file)));
                    if (DAMAGE.containsKey(layer)) {
                        file[DAMAGE.get(layer)] ^= 4;
                    }
                    files.put(kind.fileName(layer), file);
                }
            }
            files.put(Manifest.FILE_NAME, manifest.toBytes());
        }
        return files;
    }

    /** Returns the layer whose model has many units, all 0 but the last two. With two more it has the same length. */
    static byte[] wide(Path root, int units) {
        Model narrow = CompressedLayers.randomModel(PITS, WIDE, 2, 3);
        Model wide = CompressedLayers.model(PITS, WIDE, units);
        short[][][] from = {narrow.nodeVectors, {narrow.bias}, narrow.vectors};
        short[][][] to = {wide.nodeVectors, {wide.bias}, wide.vectors};
        for (int i = 0; i < from.length; i++) {
            for (int k = 0; k < from[i].length; k++) {
                System.arraycopy(from[i][k], 0, to[i][k], units - 2, 2);
            }
        }
        try (Database original = Database.open(root.resolve(Path.of("conformance", HostileCompressedFiles.DATABASE)))) {
            return CompressedLayers.of(original, wide, WIDE).bytes();
        }
    }

    /** Returns the table, as the reader gives it. */
    static String table(Path directory) {
        StringBuilder table = new StringBuilder("layer\tposition\trank\tscore\n");
        try (Database database = Database.open(directory)) {
            Game game = database.game();
            int[] board = new int[PITS];
            for (int layer : IntStream.rangeClosed(0, TOP).toArray()) {
                for (long rank = 0; rank < game.size(layer); rank++) {
                    game.unrank(layer, rank, board);
                    String words =
                            Arrays.stream(board).mapToObj(Integer::toString).collect(Collectors.joining(" "));
                    table.append(layer + "\t" + words + "\t" + rank + "\t" + lookup(database, board) + "\n");
                }
            }
        }
        return table.toString();
    }

    private static String lookup(Database database, int... board) {
        try {
            return Integer.toString(database.score(board));
        } catch (MissingLayerException e) {
            return "missing";
        } catch (DamagedFileException e) {
            return "damaged";
        }
    }
}
