package granary.command.host;

import granary.builder.InvalidRequestException;
import granary.builder.Monitor;
import granary.builder.file.Disk;
import granary.builder.file.TemporaryDirectory;
import granary.builder.store.FileCopy;
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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;

/** A directory to be copied to a web server: the files of a database as they are, its manifest, and what a server must send. */
final class Site {
    /** The file that tells what a server must send. */
    static final String HOSTING = "hosting.txt";

    /** The directory that is there until the site is finished, with the manifest that is published and the page's own files. */
    private static final String UNFINISHED = "unfinished";

    /** Threads that copy, each a piece at a time. */
    private static final int THREADS = 4;

    private final Disk disk = new Disk();
    private final Listing listing;
    private final SortedSet<Integer> layers;
    private final Path out;
    private final FileCopy copy = new FileCopy(disk, THREADS, Monitor.SILENT);
    private boolean hasLinks;

    /** Makes a site of some layers of a database, or all. */
    Site(Listing listing, SortedSet<Integer> layers, Path out) {
        this.listing = listing;
        this.layers = layers;
        this.out = out;
    }

    /**
     * Writes the files, the manifest last, so that a site that has one is whole. Goes on where it was interrupted.
     *
     * @param page what shows the database there; empty for the database alone
     * @param progress receives the page's progress
     * @throws InvalidRequestException when the directory is not empty and holds no unfinished site of this database
     * @throws granary.builder.OperationInterruptedException when the user stops it; the same call goes on
     * @return whether files are links to those of the database, which nobody has read
     * @throws granary.error.DatabaseException when a listed file is missing or has another length, or is copied and not what is listed
     */
    boolean write(Optional<SitePage> page, PrintWriter progress) throws IOException {
        listing.game(); // checks what opening checks
        Manifest manifest = listing.manifest();
        for (FileKind kind : FileKind.values()) {
            for (int layer : listing.manifest().files(kind).keySet()) {
                if (!layers.contains(layer) || kind == FileKind.DISTANCES && !listing.has(kind, layer)) {
                    manifest = manifest.without(kind, layer);
                }
            }
        }
        Path unfinished = out.resolve(UNFINISHED);
        begin(unfinished, manifest.toBytes());
        for (Map.Entry<String, Manifest.Entry> file : manifest.allFiles().entrySet()) {
            add(listing.path(file.getKey()), file.getValue());
        }
        try (InputStream hosting = Site.class.getResourceAsStream(HOSTING)) {
            Disk.write(out.resolve(HOSTING), hosting.readAllBytes());
        }
        if (page.isPresent()) {
            List<Path> directories = layers.containsAll(listing.manifest().scoreLayers())
                    ? listing.directories()
                    : List.of(linked(manifest, unfinished.resolve("some")));
            page.get().write(directories, out, unfinished, progress);
        }
        disk.publish(out.resolve(Manifest.FILE_NAME), manifest.toBytes());
        TemporaryDirectory.delete(unfinished);
        return hasLinks;
    }

    /** Makes a directory of links to some of the files, with a manifest that lists no others. It has the name of the database's. */
    private Path linked(Manifest some, Path parent) throws IOException {
        if (Files.exists(parent)) { // of an interrupted call
            TemporaryDirectory.delete(parent);
        }
        Path name = listing.directories().getFirst().toRealPath().getFileName();
        Path directory = Files.createDirectories(parent.resolve(name));
        for (String file : some.allFiles().keySet()) {
            Files.createSymbolicLink(directory.resolve(file), listing.path(file).toRealPath());
        }
        Files.write(directory.resolve(Manifest.FILE_NAME), some.toBytes());
        return directory;
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
            hasLinks = true;
        } catch (FileSystemException | UnsupportedOperationException e) {
            // On another disk, or on one that has no links.
            copy.copy(file, entry, to, storage -> null);
        }
    }
}
