package granary.builder.store;

import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.database.Listing;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Copies layers' files from a database elsewhere into a directory, as {@link FileCopy} does, and lists them. Not thread-safe. */
public final class LayerCopy {
    private final Listing source;
    private final DatabaseDirectory directory;
    private final WorkerPool pool;
    private final FileCopy files;

    /**
     * Makes a copy of nothing yet.
     *
     * @param source the files to copy
     * @param directory where the files go
     * @param threads how many threads each read a segment of {@link FileDigest#SEGMENT} bytes at a time
     * @param monitor is notified of each copied byte
     */
    public LayerCopy(Listing source, DatabaseDirectory directory, int threads, Monitor monitor) {
        this.source = source;
        this.directory = directory;
        this.pool = new WorkerPool(threads, monitor);
        this.files = new FileCopy(directory.disk(), threads, monitor);
    }

    /**
     * Checks that all files of some layers will fit on the directory's disk.
     *
     * @throws CheckFailedException when they will not
     * @throws IOException when the disk fails
     */
    public void requireRoom(Collection<Integer> layers) throws IOException {
        Map<Path, Manifest.Entry> missing = new HashMap<>();
        for (int layer : layers) {
            for (FileKind kind : FileKind.values()) {
                Path target = directory.path(kind, layer);
                if (source.has(kind, layer)
                        && !isThere(target, source.manifest().entry(kind, layer))) {
                    missing.put(target, source.manifest().entry(kind, layer));
                }
            }
        }
        FileCopy.requireRoom(missing, directory.path());
    }

    /** Returns the bytes of the files of some kinds that the source has of some layers, and the directory does not list. */
    public long missingBytes(Collection<FileKind> kinds, Collection<Integer> layers) {
        long bytes = 0;
        for (FileKind kind : kinds) {
            for (int layer : layers) {
                if (source.has(kind, layer) && !directory.has(kind, layer)) {
                    bytes += source.manifest().entry(kind, layer).length();
                }
            }
        }
        return bytes;
    }

    /** Copies the optional files that the source has of a layer, as {@link #copy} does. */
    public void copyOptional(int layer) throws IOException {
        for (FileKind kind : FileKind.OPTIONAL) {
            if (source.has(kind, layer)) {
                copy(kind, layer);
            }
        }
    }

    /**
     * Copies a file and lists it, unless the directory lists it already.
     *
     * @return the bytes that were read from the source
     * @throws CheckFailedException when the directory lists another file for the layer, also a compressed one for a packed one
     * @throws granary.error.DatabaseException when the source's file is damaged, is not the listed one, or cannot be read
     * @throws IOException when the disk fails
     */
    public long copy(FileKind kind, int layer) throws IOException {
        Manifest.Entry here = directory.entry(kind, layer);
        Manifest.Entry listed = source.manifest().entry(kind, layer);
        Path target = directory.path(kind, layer);
        if (here == null && !kind.isOptional() && directory.holds(layer)) {
            throw new CheckFailedException(directory.path() + " holds layer " + layer
                    + (kind == FileKind.SCORES ? " compressed" : " packed") + "; fetch into an empty directory");
        }
        if (here != null && !here.equals(listed)) {
            throw new CheckFailedException(
                    target + " is not a copy of " + source.where(kind, layer) + "; fetch into an empty directory");
        }
        if (here != null && isThere(target, here)) {
            Files.deleteIfExists(FileCopy.partial(target)); // the layer may have been built since
            return 0;
        }
        long read = 0;
        // A copy may have been stopped before it listed the file.
        if (here != null
                || !isThere(target, listed)
                || !FileReport.of(directory.path(), directory.game(), kind, layer, pool)
                        .isOf(listed)) {
            directory.save(); // so that a layer's file is never there without a manifest
            read = files.copy(source, directory.game(), kind, layer, target);
        }
        directory.adopt(kind, layer, listed);
        directory.save();
        return read;
    }

    private static boolean isThere(Path target, Manifest.Entry listed) throws IOException {
        return Files.exists(target) && Files.size(target) == listed.length();
    }
}
