package granary.explorer.publish;

import granary.builder.InvalidRequestException;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.file.Disk;
import granary.builder.file.LockFile;
import granary.builder.file.TemporaryDirectory;
import granary.builder.store.FileCopy;
import granary.builder.store.FileReport;
import granary.command.option.DatabaseOption;
import granary.database.LayerFile;
import granary.database.Listing;
import granary.explorer.page.PublishedPage;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import granary.storage.Access;
import granary.storage.DirectorySource;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A directory to be copied to a web server: the files of a database as they are, its manifest, and what a server must send. */
final class Site {
    /** The file that says what a server must send. */
    static final String HOSTING = "hosting.txt";

    /** The directory that is there until the site is finished, with the manifest that is published and the page's own files. */
    private static final String UNFINISHED = "unfinished";

    /** Threads that copy, each a piece at a time. */
    private static final int THREADS = 4;

    private final Disk disk = new Disk();
    private final DirectorySource files;
    private final Listing listing;
    private final Game game;
    private final SortedSet<Integer> layers;
    private final Path out;
    private final WorkerPool pool = new WorkerPool(THREADS, Monitor.SILENT);
    private final FileCopy copy = new FileCopy(disk, THREADS, Monitor.SILENT);
    private boolean hasUnread;

    /** Makes a site of some layers of the database in a directory, or all. */
    Site(Path directory, SortedSet<Integer> layers, Path out) {
        this.files = new DirectorySource(directory, Access.POSITIONED);
        this.listing = new Listing(files);
        this.game = listing.game();
        this.layers = layers;
        this.out = out;
    }

    /**
     * Writes the files, the manifest last, so that a site that has one is whole. Goes on where it was interrupted, and completes a
     * site of the same files.
     *
     * @param page what shows the database there; empty for the database alone
     * @param progress receives the page's progress
     * @throws InvalidRequestException when the directory is not empty and holds no site of these files, or another process writes it
     * @throws granary.builder.CheckFailedException when the disk has no room for copies
     * @throws granary.builder.OperationInterruptedException when the user stops it; the same call resumes
     * @return whether nobody has read some files: links to those of the database
     * @throws granary.error.DatabaseException when a listed file is missing or has another length, or is copied and not what is listed
     */
    @SuppressWarnings("try") // the lock is held, and not used
    boolean write(Optional<PublishedPage> page, PrintWriter progress) throws IOException {
        Manifest manifest = listing.manifest();
        for (FileKind kind : FileKind.values()) {
            for (int layer : listing.manifest().files(kind).keySet()) {
                if (!layers.contains(layer) || !listing.has(kind, layer)) {
                    manifest = manifest.without(kind, layer);
                }
            }
        }
        DatabaseOption.requireOther(
                out, files.directory(), ", which is served as it is; choose another directory for a site");
        if (page.isPresent() && !layers.isEmpty() && layers.last() + 1 != layers.size()) {
            throw new InvalidRequestException(
                    "a page counts each layer with those below it, so --page takes layers from 0 on");
        }
        disk.createDirectories(out);
        Path unfinished = out.resolve(UNFINISHED);
        try (LockFile lock = LockFile.tryTake(unfinished)
                .orElseThrow(() -> new InvalidRequestException("another process is writing " + out))) {
            write(manifest, unfinished, page, progress);
        }
        return hasUnread;
    }

    private void write(Manifest manifest, Path unfinished, Optional<PublishedPage> page, PrintWriter progress)
            throws IOException {
        begin(unfinished, manifest.toBytes());
        List<LayerFile> missing = new ArrayList<>();
        Map<Path, Manifest.Entry> copies = new TreeMap<>();
        for (FileKind kind : FileKind.values()) {
            for (Map.Entry<Integer, Manifest.Entry> listed :
                    manifest.files(kind).entrySet()) {
                Path to = out.resolve(kind.fileName(listed.getKey()));
                try (LayerFile file = LayerFile.open(listing, game, kind, listed.getKey())) {
                    if (!isThere(kind, listed.getKey(), listed.getValue(), to)) {
                        copies.put(to, listed.getValue());
                        missing.add(file);
                    }
                }
            }
        }
        FileCopy.requireRoom(copies, out);
        for (LayerFile file : missing) {
            copy.copy(
                    listing,
                    game,
                    file.kind(),
                    file.layer(),
                    out.resolve(file.kind().fileName(file.layer())));
        }
        try (InputStream hosting = Site.class.getResourceAsStream(HOSTING)) {
            disk.publish(out.resolve(HOSTING), hosting.readAllBytes()); // forces the names of the links, too
        }
        if (page.isPresent()) {
            page.get().write(new Listing(files.directory(), manifest), out, progress);
        }
        disk.publish(out.resolve(Manifest.FILE_NAME), manifest.toBytes());
        TemporaryDirectory.delete(unfinished);
    }

    private void begin(Path unfinished, byte[] manifest) throws IOException {
        Path whole = out.resolve(Manifest.FILE_NAME);
        Path begun = unfinished.resolve(Manifest.FILE_NAME);
        Path known = Files.notExists(whole) ? begun : whole;
        if (!Files.notExists(known)) {
            if (!Arrays.equals(Files.readAllBytes(known), manifest)) {
                throw new InvalidRequestException(
                        out + " holds a site of another database, or of other layers; delete it,"
                                + " or choose another directory");
            }
        } else {
            // A call that was stopped before it wrote the manifest left no more than this.
            requireOnly(out, unfinished, LockFile.pathFor(unfinished));
            if (Files.exists(unfinished)) {
                requireOnly(unfinished, Disk.temporary(begun));
            }
        }
        disk.createDirectories(unfinished);
        disk.publish(begun, manifest);
    }

    private void requireOnly(Path directory, Path... expected) throws IOException {
        Set<Path> names = Stream.of(expected).map(Path::getFileName).collect(Collectors.toSet());
        if (!Disk.files(directory).stream().allMatch(file -> names.contains(file.getFileName()))) {
            throw new InvalidRequestException(out + " is not empty; choose another directory");
        }
    }

    /** Returns whether a file is there, or can be linked. */
    private boolean isThere(FileKind kind, int layer, Manifest.Entry entry, Path to) throws IOException {
        Path file = files.path(kind.fileName(layer));
        boolean isSame = Files.exists(to) && Files.isSameFile(to, file);
        if (!isSame) {
            if (Files.exists(to) && FileReport.of(out, game, kind, layer, pool).isOf(entry)) {
                return true; // an earlier call copied it
            }
            try {
                Files.deleteIfExists(Disk.temporary(to));
                Files.createLink(Disk.temporary(to), file.toRealPath());
                disk.rename(to);
            } catch (FileSystemException | UnsupportedOperationException e) {
                return false; // on another disk, or on one that has no links
            }
        }
        hasUnread = true;
        return true;
    }
}
