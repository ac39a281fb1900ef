package granary.exchange.vu;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.InvalidRequestException;
import granary.builder.Monitor;
import granary.database.Database;
import granary.exchange.ForeignLayers;
import granary.export.Export;
import granary.game.Game;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A directory with files of the VU database.
 *
 * @param directory the directory
 */
public record VuDatabase(Path directory) implements ForeignLayers {
    /** The game of the VU database: six pits on each side, and the rules of the Computer Olympiad. */
    static final Awari GAME = new Awari(6, RuleSet.OLYMPIAD);

    private static final int MAX_SEEDS = 48;

    /**
     * Refuses another game.
     *
     * @throws InvalidRequestException when the game is not {@link #GAME}
     */
    static void checkGame(Game game) {
        if (!game.identity().equals(GAME.identity())) {
            throw new InvalidRequestException(
                    "the VU database holds " + GAME.identity() + "; this one is of " + game.identity());
        }
    }

    private Path file(int seeds) {
        return directory.resolve(VuFormat.FORMAT.fileName(seeds, false).orElseThrow());
    }

    @Override
    public String unit() {
        return "score";
    }

    @Override
    public SortedSet<Integer> layersOf(Database database) {
        checkGame(database.game());
        return database.layers();
    }

    @Override
    public SortedSet<Integer> layers() throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new NotDirectoryException(directory.toString());
        }
        SortedSet<Integer> layers = new TreeSet<>();
        for (int seeds = 0; seeds <= MAX_SEEDS; seeds++) {
            try {
                Files.readAttributes(file(seeds), BasicFileAttributes.class);
                layers.add(seeds);
            } catch (NoSuchFileException e) {
                // It is missing. Any other error is reported.
            }
        }
        if (layers.isEmpty()) {
            throw new InvalidRequestException(
                    directory + " holds no files of the VU database, such as scores.12, and none of another solution");
        }
        return layers;
    }

    @Override
    public Findings compare(Database database, int layer, int threads, Monitor monitor) throws IOException {
        Path file = file(layer);
        if (Files.size(file) != VuIndex.size(layer)) {
            throw Comparison.wrongLength(file, layer, Files.size(file));
        }
        try (InputStream in = Files.newInputStream(file)) {
            Comparison comparison = new Comparison(file, layer, in);
            Export ours = new Export(database, new TreeSet<>(Set.of(layer)), false, threads, monitor);
            VuFormat.FORMAT.content(ours).writeTo(comparison);
            return comparison.findings();
        }
    }
}
