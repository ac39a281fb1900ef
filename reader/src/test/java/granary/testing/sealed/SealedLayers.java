package granary.testing.sealed;

import granary.awari.Awari;
import granary.database.Database;
import granary.database.Listing;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Seals layers of small databases by {@link PlainSealedFile}. */
public final class SealedLayers {
    private SealedLayers() {}

    /** Returns a layer of a packed database, sealed with a network of random numbers that the layer determines. */
    public static PlainSealedFile of(Path directory, int units, int layer) {
        return of(directory, PlainModel.random(cells(directory), layer, units, layer), layer);
    }

    private static int cells(Path directory) {
        try (Database database = Database.open(directory)) {
            return database.game().cells();
        }
    }

    /** Returns a layer of a packed database, sealed with a network. */
    public static PlainSealedFile of(Path directory, PlainModel network, int layer) {
        try (Database database = Database.open(directory)) {
            Awari game = (Awari) database.game();
            int[] scores = new int[(int) game.size(layer)];
            database.table(layer).values(0, scores.length, scores, 0);
            Manifest manifest = database.listing().manifest();
            return new PlainSealedFile(
                    game,
                    layer,
                    scores,
                    network,
                    digest(manifest, layer),
                    layer == 0 ? FileDigest.NONE : digest(manifest, layer - 1));
        }
    }

    private static String digest(Manifest manifest, int layer) {
        return manifest.entry(FileKind.SCORES, layer).digest();
    }

    /** Seals layers of a packed database, and deletes their packed files; distances stay. */
    public static void seal(Path directory, int units, int... layers) throws IOException {
        byte[][] files = new byte[layers.length][];
        for (int i = 0; i < layers.length; i++) {
            files[i] = of(directory, units, layers[i]).bytes();
        }
        Manifest manifest = new Listing(directory).manifest();
        for (int i = 0; i < layers.length; i++) {
            int layer = layers[i];
            Files.write(directory.resolve(FileKind.SEALED.fileName(layer)), files[i]);
            Files.delete(directory.resolve(Manifest.fileName(layer)));
            manifest = manifest.with(
                            FileKind.SEALED, layer, new Manifest.Entry(files[i].length, FileDigest.of(files[i])))
                    .without(FileKind.SCORES, layer);
        }
        Files.write(directory.resolve(Manifest.FILE_NAME), manifest.toBytes());
    }
}
