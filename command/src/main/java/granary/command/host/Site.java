package granary.command.host;

import granary.builder.InvalidRequestException;
import granary.builder.file.Disk;
import granary.database.DatabaseFiles;
import granary.database.Listing;
import granary.format.Manifest;
import granary.format.Quantity;
import granary.storage.Access;
import granary.storage.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A directory to be copied to a web server: the files of a database as they are, its manifest, and what a server must send. */
final class Site {
    /** The file that tells what a server must send. */
    static final String HOSTING = "hosting.txt";

    private final Listing listing;
    private final Path out;

    Site(Listing listing, Path out) {
        this.listing = listing;
        this.out = out;
    }

    /**
     * Writes the files, the manifest last, so that a site that has one is whole.
     *
     * @param page what shows the database there; empty for the database alone
     * @param progress receives the page's progress
     * @throws InvalidRequestException when the directory is not empty
     * @throws granary.error.DatabaseException when a listed file is missing or has another length
     */
    void write(Optional<SitePage> page, PrintWriter progress) throws IOException {
        listing.game(); // checks what opening checks
        Files.createDirectories(out);
        try (Stream<Path> there = Files.list(out)) {
            if (there.findAny().isPresent()) {
                throw new InvalidRequestException(out + " is not empty");
            }
        }
        Manifest manifest = listing.manifest();
        for (int layer : listing.manifest().distances().keySet()) {
            if (!listing.has(Quantity.DISTANCES, layer)) {
                manifest = manifest.without(Quantity.DISTANCES, layer);
            }
        }
        for (Map.Entry<String, Manifest.Entry> file : manifest.allFiles().entrySet()) {
            add(listing.path(file.getKey()), file.getValue());
        }
        try (InputStream hosting = Site.class.getResourceAsStream(HOSTING)) {
            Files.copy(hosting, out.resolve(HOSTING));
        }
        if (page.isPresent()) {
            page.get().write(listing.directories(), out, progress);
        }
        new Disk().publish(out.resolve(Manifest.FILE_NAME), manifest.toBytes());
    }

    private void add(Path file, Manifest.Entry entry) throws IOException {
        try (Storage storage = DatabaseFiles.open(file, Access.POSITIONED)) {
            DatabaseFiles.checkLength(file, storage, entry);
        }
        Path to = out.resolve(file.getFileName());
        try {
            Files.createLink(to, file.toRealPath());
        } catch (FileSystemException | UnsupportedOperationException e) {
            Files.copy(file, to); // on another disk, or on one that has no links
        }
    }
}
