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
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A directory with files of the VU database.
 *
 * @param directory the directory
 */
public record VuDatabase(Path directory) implements ForeignLayers {
    /** The game of the VU database: six pits on each side, and the rules of the Computer Olympiad. */
    static final Awari GAME = new Awari(6, RuleSet.OLYMPIAD);

    /** Files of 0 to 48 seeds. */
    private static final Pattern NAME = Pattern.compile("scores\\.([0-9]|[1-3][0-9]|4[0-8])");

    /** Refuses another game than {@link #GAME}. */
    static void checkGame(Game game) {
        ForeignLayers.requireGame("the VU database", GAME, game);
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
        SortedSet<Integer> layers = ForeignLayers.layers(directory, NAME);
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
