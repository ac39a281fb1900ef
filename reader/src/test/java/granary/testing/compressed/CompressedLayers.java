package granary.testing.compressed;

import granary.awari.Awari;
import granary.database.Database;
import granary.database.Listing;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.plain.CompressedFile;
import granary.plain.Model;
import granary.plain.Rules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Compresses layers of small databases by {@link CompressedFile}. */
public final class CompressedLayers {
    private static final int MOST_WEIGHT = 600;
    private static final int MOST_NODE_WEIGHT = 90;
    private static final int MOST_NODE_BIAS = 200_000;

    private CompressedLayers() {}

    /** Returns a network that finds all scores about equally likely: a balanced tree, and 0 everywhere else. */
    public static Model model(int pits, int seeds, int units) {
        Model model = new Model(pits, seeds, units);
        for (int i = 0; i < model.table.length; i++) {
            // Anything that grows will do; this needs no function that rounds.
            int x = i - model.table.length / 2;
            model.table[i] = 32768 + x * 31_000 / (Math.abs(x) + 512);
        }
        split(model, 0, 0, 2 * seeds + 1);
        return model;
    }

    /** Makes the tree of some digits from a node on, and returns that node, or the one digit. */
    private static int split(Model model, int node, int from, int to) {
        if (to - from == 1) {
            return -1 - from;
        }
        int middle = from + to >>> 1;
        // The lower branch has one node fewer than digits.
        model.branches[node][0] = (short) split(model, node + 1, from, middle);
        model.branches[node][1] = (short) split(model, node + middle - from, middle, to);
        return node;
    }

    /** Returns a network of numbers that a seed determines. */
    public static Model randomModel(int pits, int seeds, int units, long randomSeed) {
        Model model = model(pits, seeds, units);
        Random random = new Random(randomSeed);
        fill(model.bias, random, MOST_WEIGHT);
        for (short[] vector : model.vectors) {
            fill(vector, random, MOST_WEIGHT);
        }
        for (int node = 0; node < model.nodeBias.length; node++) {
            fill(model.nodeVectors[node], random, MOST_NODE_WEIGHT);
            model.nodeBias[node] = random.nextInt(2 * MOST_NODE_BIAS + 1) - MOST_NODE_BIAS;
        }
        return model;
    }

    private static void fill(short[] vector, Random random, int most) {
        for (int i = 0; i < vector.length; i++) {
            vector[i] = (short) (random.nextInt(2 * most + 1) - most);
        }
    }

    /** Returns the file of scores. */
    public static CompressedFile file(Awari game, int layer, int[] scores, Model model, String source, String parent) {
        Rules rules = Rules.valueOf(game.rules().name());
        return CompressedFile.of(
                new CompressedFile.Fields(rules, game.pits(), layer, model.bias.length, source, parent), model, scores);
    }

    /** Returns a layer of a packed database, compressed with a network of random numbers that the layer determines. */
    public static CompressedFile of(Path directory, int units, int layer) {
        try (Database database = Database.open(directory)) {
            return of(database, randomModel(database.game().cells(), layer, units, layer), layer);
        }
    }

    /** Returns a layer of a packed database, compressed with a network. */
    public static CompressedFile of(Database database, Model model, int layer) {
        Awari game = (Awari) database.game();
        int[] scores = new int[(int) game.size(layer)];
        database.table(layer).values(0, scores.length, scores, 0);
        Manifest manifest = database.listing().manifest();
        String parent = layer == 0 ? FileDigest.NONE : digest(manifest, layer - 1);
        return file(game, layer, scores, model, digest(manifest, layer), parent);
    }

    private static String digest(Manifest manifest, int layer) {
        return manifest.entry(FileKind.SCORES, layer).digest();
    }

    /** Compresses layers of a packed database, and deletes their packed files; distances stay. */
    public static void compress(Path directory, int units, int... layers) throws IOException {
        byte[][] files = new byte[layers.length][];
        for (int i = 0; i < layers.length; i++) {
            files[i] = of(directory, units, layers[i]).bytes();
        }
        Manifest manifest = new Listing(directory).manifest();
        for (int i = 0; i < layers.length; i++) {
            int layer = layers[i];
            Files.write(directory.resolve(FileKind.COMPRESSED.fileName(layer)), files[i]);
            Files.delete(directory.resolve(Manifest.fileName(layer)));
            manifest = manifest.with(
                            FileKind.COMPRESSED, layer, new Manifest.Entry(files[i].length, FileDigest.of(files[i])))
                    .without(FileKind.SCORES, layer);
        }
        Files.write(directory.resolve(Manifest.FILE_NAME), manifest.toBytes());
    }
}
