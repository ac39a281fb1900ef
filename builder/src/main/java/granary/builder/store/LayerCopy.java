package granary.builder.store;

import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.Units;
import granary.database.DatabaseFiles;
import granary.database.Listing;
import granary.format.BlockChecksums;
import granary.format.FileDigest;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.Quantity;
import granary.format.SealedHeader;
import granary.game.Game;
import granary.sealed.SealedTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;

/** Copies layers' files from a database elsewhere into a directory, as {@link FileCopy} does, and lists them. Not thread-safe. */
public final class LayerCopy {
    private final Listing source;
    private final Game game;
    private final DatabaseDirectory directory;
    private final FileCopy files;

    /**
     * Makes a copy of nothing yet.
     *
     * @param source what to copy from
     * @param directory where the files go
     * @param threads how many threads each read a piece of {@link FileDigest#PIECE} bytes at a time
     * @param monitor is told of each byte that is there
     */
    public LayerCopy(Listing source, DatabaseDirectory directory, int threads, Monitor monitor) {
        this.source = source;
        this.game = directory.game();
        this.directory = directory;
        this.files = new FileCopy(directory.disk(), threads, monitor);
    }

    /**
     * Checks that all files of some layers will fit on the directory's disk.
     *
     * @throws CheckFailedException when they will not
     * @throws IOException when the disk fails
     */
    public void requireRoom(Collection<Integer> layers) throws IOException {
        long bytes = 0;
        for (int layer : layers) {
            bytes += missing(source.manifest().sealed().get(layer), directory.sealedPath(layer));
            for (Quantity quantity : Quantity.values()) {
                if (source.has(quantity, layer)) {
                    Manifest.Entry listed = source.manifest().files(quantity).get(layer);
                    bytes += missing(listed, directory.path().resolve(quantity.fileName(layer)));
                }
            }
        }
        long free = Files.getFileStore(directory.path()).getUsableSpace();
        if (bytes > free) {
            throw new CheckFailedException("the files need " + Units.bytes(bytes) + " more in " + directory.path()
                    + ", where " + Units.bytes(free) + " are free; --layers takes fewer");
        }
    }

    private static long missing(Manifest.Entry listed, Path target) throws IOException {
        if (listed == null || Files.exists(target)) {
            return 0;
        }
        Path partial = FileCopy.partial(target);
        return Math.max(0, listed.length() - (Files.exists(partial) ? Files.size(partial) : 0));
    }

    /**
     * Copies a file and lists it, unless the directory lists it already.
     *
     * @return the bytes that were read from the source
     * @throws CheckFailedException when the directory lists another file for the layer
     * @throws granary.error.DatabaseException when the source's file is damaged, is not the listed one, or cannot be read
     * @throws IOException when the disk fails
     */
    public long copy(Quantity quantity, int layer) throws IOException {
        Manifest.Entry listed = source.manifest().files(quantity).get(layer);
        Path path = source.path(quantity, layer);
        Path target = directory.path().resolve(quantity.fileName(layer));
        if (isHere(path, listed, directory.entry(quantity, layer), target)) {
            return 0;
        }
        long read = files.copy(path, listed, target, storage -> {
            LayerHeader header = DatabaseFiles.readHeader(path, storage, game, quantity, layer);
            DatabaseFiles.checkBasis(path, header, source.manifest());
            return new BlockChecksums(path, storage, header);
        });
        directory.adopt(quantity, layer, listed);
        directory.save();
        return read;
    }

    /** Copies a sealed file and lists it, as {@link #copy} does. */
    public long copySealed(int layer) throws IOException {
        Manifest.Entry listed = source.manifest().sealed().get(layer);
        Path path = source.sealedPath(layer);
        Path target = directory.sealedPath(layer);
        if (isHere(path, listed, directory.manifest().sealed().get(layer), target)) {
            return 0;
        }
        long read = files.copy(path, listed, target, storage -> {
            SealedHeader header = DatabaseFiles.readSealedHeader(path, storage, game, layer);
            DatabaseFiles.checkBasis(path, header, source.manifest());
            return new SealedTable(path, storage, header, game, true, lower -> null).blocks();
        });
        directory.adoptSealed(layer, listed);
        directory.save();
        return read;
    }

    private static boolean isHere(Path path, Manifest.Entry listed, Manifest.Entry here, Path target) {
        if (here != null && !here.equals(listed)) {
            throw new CheckFailedException(
                    target + " is of another build than " + path + "; fetch into another directory");
        }
        return here != null && Files.exists(target);
    }
}
