package granary.exchange.vu;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.InvalidRequestException;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A directory with files of the VU database.
 *
 * @param directory the directory
 */
record VuDatabase(Path directory) {
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

    /**
     * Returns the numbers of seeds whose files exist.
     *
     * @throws InvalidRequestException when the directory holds none
     * @throws IOException when the path is not a readable directory
     */
    SortedSet<Integer> layers() throws IOException {
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
            throw new InvalidRequestException(directory + " holds no files of the VU database, such as scores.12");
        }
        return layers;
    }

    /**
     * Opens the file for a number of seeds.
     *
     * @throws granary.error.WrongLengthException when the file is truncated or is not of the VU database
     * @throws IOException when the file cannot be opened
     */
    VuFile open(int seeds) throws IOException {
        return new VuFile(directory.resolve(fileName(seeds)), seeds);
    }
}
