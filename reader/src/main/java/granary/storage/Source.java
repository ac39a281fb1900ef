package granary.storage;

import java.io.IOException;
import java.util.Collection;
import java.util.Set;

/** The files of a database: a directory, a web server, or memory. Files are read in no other way. Any number of threads may use it. */
public interface Source extends AutoCloseable {
    /**
     * Returns the names of the files that exist; of a web server only those that the manifest lists, once it was read.
     *
     * @throws IOException when a directory cannot be read
     */
    Set<String> names() throws IOException;

    /**
     * Opens a file, and may read nothing yet.
     *
     * @throws java.nio.file.NoSuchFileException when there is no such file
     * @throws IOException when it cannot be opened
     */
    Storage open(String name) throws IOException;

    /** Returns the location of a file, for messages: a path or an address. The empty name stands for the database. */
    String where(String name);

    /**
     * Reads the beginnings of files that are to be opened next, all at once, if they are on a server. Afterwards {@link #names} lacks
     * those that do not exist.
     *
     * @throws granary.error.DatabaseException when one cannot be read
     */
    default void prepare(Collection<String> names) {}

    /** Releases connections. Files that were opened are not read any more. A second call does nothing. */
    @Override
    default void close() {}
}
