package granary.benchmarks;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerWriter;
import granary.format.FileKind;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Writes files of a layer with random scores and distances. The cost of a lookup depends on the size of the files, not on whether
 * scores are right.
 */
final class RandomLayer {
    /** The longest distance in the layer of 20 seeds. */
    private static final int LONGEST = 93;

    private RandomLayer() {}

    /** Writes the layer, and those below on which it is based, into a database's directory, unless they exist. */
    static void write(Path directory, int layer) throws IOException {
        Game game = new Awari(6, RuleSet.OLYMPIAD);
        try (DatabaseDirectory database = new DatabaseDirectory(directory, game)) {
            for (int each = 0; each <= layer; each++) {
                if (!database.has(FileKind.SCORES, each)) {
                    try (LayerWriter writer = database.begin(each)) {
                        fill(writer, game.size(each), -each, each);
                        database.publish(writer);
                    }
                }
            }
            if (!database.has(FileKind.DISTANCES, layer)) {
                try (LayerWriter writer = database.begin(FileKind.DISTANCES, layer, LONGEST)) {
                    fill(writer, game.size(layer), 0, LONGEST);
                    database.publish(writer);
                }
            }
        }
    }

    private static void fill(LayerWriter writer, long positions, int least, int most) {
        SplittableRandom random = new SplittableRandom(writer.layer());
        short[] scores = new short[writer.packing().wholeBytes() << 11];
        for (long rank = 0; rank < positions; rank += scores.length) {
            int count = (int) Math.min(scores.length, positions - rank);
            for (int i = 0; i < count; i++) {
                scores[i] = (short) random.nextInt(least, most + 1);
            }
            writer.write(rank, scores, 0, count);
        }
    }
}
