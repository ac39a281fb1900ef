package granary.testing;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.plain.Bounds;
import granary.plain.LayerFile;
import granary.plain.Rules;
import granary.plain.Scores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A small 6-awari database with true scores, from {@link Scores}, made once for all tests that read one. */
public final class SolvedDatabase {
    /** The highest layer: 167,960 positions, a file larger than those that are copied instead of mapped. */
    public static final int TOP = 9;

    private static final Path MADE = make();

    private SolvedDatabase() {}

    /** Returns the directory, for tests that only read. */
    public static Path directory() {
        return MADE;
    }

    /** Copies the database, for tests that damage it. */
    public static Path copyTo(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(MADE)) {
            for (Path file : files.toList()) {
                Files.copy(file, directory.resolve(file.getFileName()));
            }
        }
        return directory;
    }

    /** Writes the layers 0 .. top of a game of awari, with true scores. */
    public static void write(Path directory, Awari game, int top) throws IOException {
        Scores scores = new Scores(Rules.valueOf(game.rules().name()), game.pits(), top);
        TestDatabase.writeLayers(
                directory,
                game,
                (layer, rank) -> scores.layer(layer)[(int) rank],
                IntStream.rangeClosed(0, top).toArray());
    }

    /** Adds true bounds to the layers 0 .. top. */
    public static void addBounds(Path directory, Awari game, int top) throws IOException {
        Bounds bounds = new Bounds(Rules.valueOf(game.rules().name()), game.pits(), top);
        String digest = FileDigest.NONE;
        for (int layer = 0; layer <= top; layer++) {
            byte[] file = LayerFile.ofBounds(bounds, layer, digest);
            digest = FileDigest.of(file);
            Files.write(directory.resolve(FileKind.BOUNDS.fileName(layer)), file);
            TestDatabase.list(directory, FileKind.BOUNDS, layer);
        }
    }

    private static Path make() {
        try {
            Path directory = TestDirectories.create("granary-solved-");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
            write(directory, new Awari(6, RuleSet.OLYMPIAD), TOP);
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory).sorted(Comparator.reverseOrder())) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
