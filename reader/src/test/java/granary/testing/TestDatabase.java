package granary.testing;

import granary.database.Listing;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import granary.plain.Header;
import granary.plain.LayerFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;

/** Writes small databases whose scores are made up, for tests of everything but the scores. */
public final class TestDatabase {
    private TestDatabase() {}

    /** A source of scores. */
    @FunctionalInterface
    public interface Scores {
        /** Returns the score at a rank of a layer. */
        int score(int layer, long rank);
    }

    /** Returns the synthetic score at a rank: any number in the layer's range, the same each time. */
    public static int score(Game game, int layer, long rank) {
        int values = game.maxScore(layer) - game.minScore(layer) + 1;
        return game.minScore(layer) + (int) Math.floorMod(rank * 7 + layer, (long) values);
    }

    /** Returns the cells of the positions at some ranks of a layer, one after another, as a batch takes them. */
    public static int[] boards(Game game, int layer, long... ranks) {
        int[] boards = new int[ranks.length * game.cells()];
        int[] board = new int[game.cells()];
        for (int i = 0; i < ranks.length; i++) {
            game.unrank(layer, ranks[i], board);
            System.arraycopy(board, 0, boards, i * board.length, board.length);
        }
        return boards;
    }

    /** Writes layers 0 to the top one. */
    public static void write(Path directory, Game game, int topLayer) throws IOException {
        writeLayers(directory, game, IntStream.rangeClosed(0, topLayer).toArray());
    }

    /** Writes these layers, which say that each was built on the one before it, and a manifest that has no other. */
    public static void writeLayers(Path directory, Game game, int... layers) throws IOException {
        writeLayers(directory, game, synthetic(game), layers);
    }

    /** Writes these layers with given scores. */
    public static void writeLayers(Path directory, Game game, Scores scores, int... layers) throws IOException {
        Manifest manifest = Manifest.empty(game.type().id(), game.parameters());
        String digest = FileDigest.NONE;
        for (int layer : layers) {
            byte[] file = layerFile(game, layer, digest, scores);
            digest = FileDigest.of(file);
            Files.write(directory.resolve(Manifest.fileName(layer)), file);
            manifest = manifest.with(FileKind.SCORES, layer, new Manifest.Entry(file.length, digest));
        }
        Files.write(directory.resolve(Manifest.FILE_NAME), manifest.toBytes());
    }

    /** Returns the synthetic distance at a rank, 0 to the longest, the same each time. */
    public static int distance(int layer, int longest, long rank) {
        return (int) Math.floorMod(rank * 5 + layer, longest + 1L);
    }

    /** Adds synthetic distances to these layers of a database. */
    public static void addDistances(Path directory, Game game, int longest, int... layers) throws IOException {
        for (int layer : layers) {
            int[] distances = new int[(int) game.size(layer)];
            for (int rank = 0; rank < distances.length; rank++) {
                distances[rank] = distance(layer, longest, rank);
            }
            String source = new Listing(directory)
                    .manifest()
                    .entry(FileKind.SCORES, layer)
                    .digest();
            byte[] file = LayerFile.write(
                    Header.of(Header.DISTANCES, game.identity(), layer, distances.length, 0, longest, source),
                    distances);
            Files.write(directory.resolve(FileKind.DISTANCES.fileName(layer)), file);
            list(directory, FileKind.DISTANCES, layer);
        }
    }

    /** Has the manifest list a file as it is now. */
    public static void list(Path directory, FileKind kind, int layer) throws IOException {
        byte[] file = Files.readAllBytes(directory.resolve(kind.fileName(layer)));
        Manifest manifest = new Listing(directory)
                .manifest()
                .with(kind, layer, new Manifest.Entry(file.length, FileDigest.of(file)));
        Files.write(directory.resolve(Manifest.FILE_NAME), manifest.toBytes());
    }

    /** Returns the bytes of a layer's file, built on the one of the given digest. */
    public static byte[] layerFile(Game game, int layer, String parent) {
        return layerFile(game, layer, parent, synthetic(game));
    }

    private static Scores synthetic(Game game) {
        return (layer, rank) -> score(game, layer, rank);
    }

    private static byte[] layerFile(Game game, int layer, String parent, Scores source) {
        int[] scores = new int[(int) game.size(layer)];
        for (int rank = 0; rank < scores.length; rank++) {
            scores[rank] = source.score(layer, rank);
        }
        int minimum = game.minScore(layer);
        int maximum = game.maxScore(layer);
        return LayerFile.write(
                Header.of(Header.SCORES, game.identity(), layer, scores.length, minimum, maximum, parent), scores);
    }
}
