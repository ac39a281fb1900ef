package granary.cluster;

import granary.builder.store.LayerFiles;
import granary.database.Listing;
import java.io.Serializable;
import java.nio.file.Path;

/**
 * The path of a database on all nodes, in a form that can be sent to tasks. A task opens the database, maps the files that it reads,
 * and unmaps them at its end.
 *
 * @param directory its directory, absolute, as text
 */
public record DatabasePath(String directory) implements Serializable {
    /** Returns the path of a database in a directory. */
    public static DatabasePath of(Listing listing) {
        return new DatabasePath(LayerFiles.directory(listing.source())
                .directory()
                .toAbsolutePath()
                .toString());
    }

    /** Returns the directory. */
    public Path path() {
        return Path.of(directory);
    }

    /** Reads the manifest. */
    public Listing listing() {
        return new Listing(path());
    }

    /** Reads the manifest, and maps nothing yet; the caller closes it. */
    public LayerFiles open() {
        return new LayerFiles(path());
    }
}
