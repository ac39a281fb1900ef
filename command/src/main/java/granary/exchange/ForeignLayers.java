package granary.exchange;

import granary.builder.InvalidRequestException;
import granary.builder.Monitor;
import granary.database.Database;
import java.io.IOException;
import java.util.List;
import java.util.SortedSet;

/** Layers that another program solved, to compare with those of a database. */
public interface ForeignLayers {
    /**
     * The result of comparing a layer.
     *
     * @param different the number of differences
     * @param lines what to print
     */
    record Findings(long different, List<String> lines) {}

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
