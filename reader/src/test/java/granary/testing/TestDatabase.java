package granary.testing;

import granary.format.Manifest;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.TreeMap;

/** Writes small databases whose scores are made up, for tests of everything but the scores. */
public final class TestDatabase {
    private TestDatabase() {}

    /** Returns the made-up score at an offset: any number in the layer's range, the same each time. */
    public static int score(Game game, int layer, long offset) {
        int values = game.maxScore(layer) - game.minScore(layer) + 1;
        return game.minScore(layer) + (int) Math.floorMod(offset * 7 + layer, (long) values);
    }

    /** Writes layers 0 to the top one. */
    public static void write(Path directory, Game game, int topLayer) throws IOException {
        Manifest manifest = new Manifest(game.type().id(), game.parameters(), new TreeMap<>());
        for (int layer = 0; layer <= topLayer; layer++) {
            byte[] file = layerFile(game, layer);
            String name = Manifest.fileName(layer);
            Files.write(directory.resolve(name), file);
            manifest = manifest.with(layer, new Manifest.Entry(name, file.length, sha256(file)));
        }
        Files.write(directory.resolve(Manifest.FILE_NAME), manifest.toBytes());
    }

    /** Returns the bytes of a layer's file. */
    public static byte[] layerFile(Game game, int layer) {
        int[] scores = new int[(int) game.size(layer)];
        for (int offset = 0; offset < scores.length; offset++) {
            scores[offset] = score(game, layer, offset);
        }
        return PlainLayerFile.bytes(game.identity(), layer, game.minScore(layer), game.maxScore(layer), scores);
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
