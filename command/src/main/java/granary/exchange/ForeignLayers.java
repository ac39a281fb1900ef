package granary.exchange;

import granary.builder.InvalidRequestException;
import granary.builder.Monitor;
import granary.builder.file.Disk;
import granary.database.Database;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Layers that another program solved, to compare with those of a database. */
public interface ForeignLayers {
    /**
     * The result of comparing a layer.
     *
     * @param different the number of differences
     * @param lines what to print
     */
    record Findings(long different, List<String> lines) {}

    /**
     * Refuses another game.
     *
     * @param solution the name of the solution
     * @param wanted the game that it solves
     * @throws InvalidRequestException when the game is not that one
     */
    static void requireGame(String solution, Game wanted, Game game) {
        if (!game.identity().equals(wanted.identity())) {
            throw new InvalidRequestException(
                    solution + " is of " + wanted.identity() + "; this database is of " + game.identity());
        }
    }

    /**
     * Returns the layers of the files in a directory.
     *
     * @param name the names of the files; the first group is the layer
     * @throws IOException when the directory cannot be read
     */
    static SortedSet<Integer> layers(Path directory, Pattern name) throws IOException {
        SortedSet<Integer> layers = new TreeSet<>();
        for (Path file : Disk.files(directory)) {
            Matcher matcher = name.matcher(file.getFileName().toString());
            if (matcher.matches()) {
                layers.add(Integer.valueOf(matcher.group(1)));
            }
        }
        return layers;
    }

    /** Returns the name of what is counted as a difference, in the singular. */
    String unit();

    /**
     * Returns the layers that the other program solved.
     *
     * @throws InvalidRequestException when there are none
     * @throws IOException when the files cannot be read
     */
    SortedSet<Integer> layers() throws IOException;

    /**
     * Returns the layers of a database that can be compared.
     *
     * @throws InvalidRequestException when the database is of another game
     */
    SortedSet<Integer> layersOf(Database database);

    /**
     * Compares a layer that both hold.
     *
     * @param monitor receives the number of positions compared; may stop the comparison
     * @throws granary.error.DatabaseException when a file cannot be one of a layer
     * @throws IOException when a file cannot be read
     */
    Findings compare(Database database, int layer, int threads, Monitor monitor) throws IOException;
}
