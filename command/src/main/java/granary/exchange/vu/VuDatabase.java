package granary.exchange.vu;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.InvalidRequestException;
import granary.builder.Monitor;
import granary.builder.Units;
import granary.database.Database;
import granary.exchange.ForeignLayers;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

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

    /** Returns the name of the file for a number of seeds. */
    static String fileName(int seeds) {
        return "scores." + seeds;
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
                Files.readAttributes(directory.resolve(fileName(seeds)), BasicFileAttributes.class);
                layers.add(seeds);
            } catch (NoSuchFileException e) {
                // It is missing; any other error says nothing of that.
            }
        }
        if (layers.isEmpty()) {
            throw new InvalidRequestException(
                    directory + " holds no files of the VU database, such as scores.12, and none of another solution");
        }
        return layers;
    }

    /**
     * Opens the file for a number of seeds.
     *
     * @throws granary.error.DamagedFileException when the file is truncated or is not of the VU database
     * @throws IOException when the file cannot be opened
     */
    VuFile open(int seeds) throws IOException {
        return new VuFile(directory.resolve(fileName(seeds)), seeds);
    }

    @Override
    public Findings compare(Database database, int layer, int threads, Monitor monitor) throws IOException {
        Comparison.Result result = Comparison.of(this, database.table(layer), layer, threads, monitor);
        List<String> lines = new ArrayList<>();
        lines.add("  " + Units.count(result.compared()) + " compared, " + Units.count(result.different()) + " differ"
                + (result.notAvailable() == 0 ? "" : ", " + Units.count(result.notAvailable()) + " not available"));
        int[] board = new int[VuIndex.PITS];
        for (Comparison.Difference difference : result.first()) {
            GAME.unrank(layer, difference.rank(), board);
            lines.add("  " + Arrays.stream(board).mapToObj(String::valueOf).collect(Collectors.joining(" "))
                    + ": theirs " + difference.theirs() + ", ours " + difference.ours());
        }
        return new Findings(result.different(), lines);
    }
}
