package granary.testing;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.game.Game;
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

    private static Path make() {
        Game game = new Awari(6, RuleSet.OLYMPIAD);
        Scores scores = new Scores(Rules.OLYMPIAD, 6, TOP);
        try {
            Path directory = TestDirectories.create("granary-solved-");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
            TestDatabase.writeLayers(
                    directory,
                    game,
                    (layer, offset) -> scores.layer(layer)[(int) offset],
                    IntStream.rangeClosed(0, TOP).toArray());
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
