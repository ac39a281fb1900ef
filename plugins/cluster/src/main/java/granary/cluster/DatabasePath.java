package granary.cluster;

import granary.builder.store.LayerFiles;
import granary.database.Listing;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;

/**
 * Where a database is on all nodes, as it is sent to tasks. A task opens it, maps what it reads, and unmaps that at its end.
 *
 * @param directories its directories, absolute, as text
 */
public record DatabasePath(List<String> directories) implements Serializable {
    /** Takes the directories of a database of this machine. */
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
