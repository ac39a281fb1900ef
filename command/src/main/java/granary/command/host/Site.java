package granary.command.host;

import granary.builder.InvalidRequestException;
import granary.builder.file.Disk;
import granary.builder.file.TemporaryDirectory;
import granary.database.DatabaseFiles;
import granary.database.Listing;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.storage.Access;
import granary.storage.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A directory to be copied to a web server: the files of a database as they are, its manifest, and what a server must send. */
final class Site {
    /** The file that tells what a server must send. */
    static final String HOSTING = "hosting.txt";

    /** The directory that is there until the site is finished, with the manifest that is published and the page's own files. */
    private static final String UNFINISHED = "unfinished";

    private final Disk disk = new Disk();
    private final Listing listing;
    private final Path out;

    Site(Listing listing, Path out) {
        this.listing = listing;
        this.out = out;
    }

    /**
     * Writes the files, the manifest last, so that a site that has one is whole. Goes on where it was interrupted.
     *
     * @param page what shows the database there; empty for the database alone
     * @param progress receives the page's progress
     * @throws InvalidRequestException when the directory is not empty and holds no unfinished site of this database
     * @throws granary.builder.OperationInterruptedException when the user stops it; the same call goes on
     * @throws granary.error.DatabaseException when a listed file is missing or has another length
     */
    void write(Optional<SitePage> page, PrintWriter progress) throws IOException {
        listing.game(); // checks what opening checks
        Manifest manifest = listing.manifest();
        for (int layer : listing.manifest().files(FileKind.DISTANCES).keySet()) {
            if (!listing.has(FileKind.DISTANCES, layer)) {
                manifest = manifest.without(FileKind.DISTANCES, layer);
            }
        }
        Path unfinished = out.resolve(UNFINISHED);
        begin(unfinished, manifest.toBytes());
        for (Map.Entry<String, Manifest.Entry> file : manifest.allFiles().entrySet()) {
            add(listing.path(file.getKey()), file.getValue());
        }
        try (InputStream hosting = Site.class.getResourceAsStream(HOSTING)) {
            Files.copy(hosting, out.resolve(HOSTING), StandardCopyOption.REPLACE_EXISTING);
        }
        if (page.isPresent()) {
            page.get().write(listing.directories(), out, unfinished, progress);
        }
        disk.publish(out.resolve(Manifest.FILE_NAME), manifest.toBytes());
        TemporaryDirectory.delete(unfinished);
    }

    private void begin(Path unfinished, byte[] manifest) throws IOException {
        Files.createDirectories(out);
        Path begun = unfinished.resolve(Manifest.FILE_NAME);
        if (!Files.exists(begun)) {
            try (Stream<Path> there = Files.list(out)) {
                if (there.findAny().isPresent()) {
                    throw new InvalidRequestException(out + " is not empty");
                }
            }
            Files.createDirectory(unfinished);
            disk.publish(begun, manifest);
        } else if (!Arrays.equals(Files.readAllBytes(begun), manifest)) {
            throw new InvalidRequestException(
                    out + " holds an unfinished site of another database; delete it, or choose another directory");
        }
    }

    private void add(Path file, Manifest.Entry entry) throws IOException {
        try (Storage storage = DatabaseFiles.open(file, Access.POSITIONED)) {
            DatabaseFiles.checkLength(file, storage, entry);
        }
        Path to = out.resolve(file.getFileName());
        if (Files.exists(to)) {
            return; // whole, from before an interruption
        }
        try {
            Files.createLink(to, file.toRealPath());
        } catch (FileSystemException | UnsupportedOperationException e) {
            // On another disk, or on one that has no links.
            Files.copy(file, Disk.temporary(to), StandardCopyOption.REPLACE_EXISTING);
            disk.publish(to);
        }
    }
}
