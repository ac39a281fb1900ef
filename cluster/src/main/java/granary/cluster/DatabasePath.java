package granary.cluster;

import granary.builder.store.LayerFiles;
import granary.database.Listing;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;

/**
 * The path of a database on all nodes, in a form that can be sent to tasks. A task opens the database, maps the files that it reads,
 * and unmaps them at its end.
 *
 * @param directories its directories, absolute, as text
 */
public record DatabasePath(List<String> directories) implements Serializable {
    /** Returns the path of a database with these directories. */
    public static DatabasePath of(List<Path> directories) {
        return new DatabasePath(directories.stream()
                .map(directory -> directory.toAbsolutePath().toString())
                .toList());
    }

    /** Reads the manifests. */
    public Listing listing() {
        return new Listing(directories.stream().map(Path::of).toList());
    }

    /** Reads the manifests, and maps nothing yet; the caller closes it. */
    public LayerFiles open() {
        Listing listing = listing();
        return new LayerFiles(listing, listing.game());
    }
}
