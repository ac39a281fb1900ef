package granary.builder.store;

import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.file.Disk;
import granary.database.DatabaseFiles;
import granary.database.Listing;
import granary.error.ChecksumException;
import granary.format.FileDigest;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.Quantity;
import granary.format.SealedHeader;
import granary.game.Game;
import granary.storage.Access;
import granary.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * Copies layers' files from a database elsewhere into a directory. A file is copied in pieces under another name, and gets its own when
 * its digest is the listed one. A copy that was interrupted goes on: pieces that are there are compared with their checksums, and
 * only the others are read from the source. Not thread-safe.
 */
public final class LayerCopy {
    private static final String SUFFIX = ".fetched";

    private final Listing source;
    private final Game game;
    private final DatabaseDirectory directory;
    private final WorkerPool pool;
    private final Monitor monitor;
    private final Disk disk = new Disk();

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
        this.pool = new WorkerPool(threads, monitor);
        this.monitor = monitor;
    }

    /**
     * Copies a file and lists it, unless the directory lists it already.
     *
     * @return the bytes that were read from the source
     * @throws CheckFailedException when the directory lists another file for the layer, or the disk fails
     * @throws granary.error.DatabaseException when the source's file is damaged, is not the listed one, or cannot be read
     * @throws IOException when the disk fails
     */
    public long copy(Quantity quantity, int layer) throws IOException {
        Manifest.Entry listed = source.manifest().files(quantity).get(layer);
        Manifest.Entry here = directory.entry(quantity, layer);
        Path target = directory.path().resolve(quantity.fileName(layer));
        if (here != null && !here.equals(listed)) {
            throw new CheckFailedException(target + " is of another build than " + source.path(quantity, layer)
                    + "; fetch into another directory");
        }
        if (here != null && Files.exists(target)) {
            return 0;
        }
        Path partial = target.resolveSibling(target.getFileName() + SUFFIX);
        long read = copy(quantity, layer, listed, partial);
        Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        disk.forceWithName(target);
        directory.adopt(quantity, layer, listed);
        directory.save();
        return read;
    }

    /**
     * Copies a sealed file and lists it, unless the directory lists it already. A copy that was interrupted begins again.
     *
     * @return the bytes that were read from the source
     * @throws CheckFailedException when the directory lists another file for the layer
     * @throws granary.error.DatabaseException when the source's file is not the listed one, or cannot be read
     * @throws IOException when the disk fails
     */
    public long copySealed(int layer) throws IOException {
        Manifest.Entry listed = source.manifest().sealed().get(layer);
        Manifest.Entry here = directory.manifest().sealed().get(layer);
        Path target = directory.path().resolve(SealedHeader.fileName(layer));
        if (here != null && !here.equals(listed)) {
            throw new CheckFailedException(target + " is of another build than " + source.sealedPath(layer)
                    + "; fetch into another directory");
        }
        if (here != null && Files.exists(target)) {
            return 0;
        }
        Path path = source.sealedPath(layer);
        Path temporary = Disk.temporary(target);
        try (Storage storage = DatabaseFiles.open(path, Access.POSITIONED);
                FileChannel file = FileChannel.open(
                        temporary,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            DatabaseFiles.checkLength(path, storage, listed);
            FileDigest digest = new FileDigest(listed.length());
            pool.run(digest.pieces(), (worker, number) -> {
                int piece = (int) number;
                byte[] bytes = new byte[digest.length(piece)];
                storage.read(digest.start(piece), bytes, 0, bytes.length);
                digest.set(piece, ByteBuffer.wrap(bytes));
                write(file, digest.start(piece), ByteBuffer.wrap(bytes));
                monitor.advance(bytes.length);
            });
            if (!digest.hex().equals(listed.digest())) {
                throw new ChecksumException(
                        path,
                        -1,
                        "the digest " + listed.digest(),
                        digest.hex(),
                        "not the file that the manifest lists; whoever offers it must copy it again");
            }
            directory.publishSealed(layer, listed);
            return listed.length();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static void write(FileChannel file, long start, ByteBuffer buffer) {
        try {
            while (buffer.hasRemaining()) {
                file.write(buffer, start + buffer.position());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long copy(Quantity quantity, int layer, Manifest.Entry listed, Path partial) throws IOException {
        Path path = source.path(quantity, layer);
        try (Storage storage = DatabaseFiles.open(path, Access.POSITIONED);
                FileChannel file = FileChannel.open(
                        partial, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            LayerHeader header = DatabaseFiles.readHeader(path, storage, game, quantity, layer);
            DatabaseFiles.checkLength(path, storage, listed);
            DatabaseFiles.checkBasis(path, header, source.manifest());
            Pieces pieces = new Pieces(path, storage, header, file);
            try {
                pool.run(pieces.digest.pieces(), pieces);
            } catch (UncheckedIOException e) {
                throw e.getCause();
            }
            String digest = pieces.digest.hex();
            if (!digest.equals(listed.digest())) {
                Files.delete(partial); // its blocks agree with their checksums, so nothing tells which of it to keep
                throw new ChecksumException(
                        path,
                        -1,
                        "the digest " + listed.digest(),
                        digest,
                        "not the file that the manifest lists; whoever offers it must copy it again");
            }
            return pieces.read.sum();
        }
    }

    /** Gets the pieces of a file. */
    private final class Pieces implements WorkerPool.Task {
        private final Storage storage;
        private final LayerHeader header;
        private final FileChannel file;
        private final LayerCheck check;
        private final FileDigest digest;
        private final byte[][] buffers = new byte[pool.threads()][];
        private final LongAdder read = new LongAdder();

        Pieces(Path path, Storage storage, LayerHeader header, FileChannel file) {
            this.storage = storage;
            this.header = header;
            this.file = file;
            this.check = new LayerCheck(path, storage, header, pool);
            this.digest = new FileDigest(header.fileLength());
        }

        @Override
        public void run(int worker, long number) {
            int piece = (int) number;
            if (buffers[worker] == null) {
                buffers[worker] = new byte[(int) Math.min(FileDigest.PIECE, header.fileLength())];
            }
            byte[] bytes = buffers[worker];
            int length = digest.length(piece);
            try {
                if (!isHere(piece, bytes, length)) {
                    storage.read(digest.start(piece), bytes, 0, length);
                    Optional<ChecksumException> damage = check.damage(piece, bytes, length);
                    if (damage.isPresent()) {
                        throw damage.get();
                    }
                    write(file, digest.start(piece), ByteBuffer.wrap(bytes, 0, length));
                    read.add(length);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            digest.set(piece, ByteBuffer.wrap(bytes, 0, length));
            monitor.advance(length);
        }

        /** Reads a piece that was copied before. Header and checksums have no checksums here, and are copied again. */
        private boolean isHere(int piece, byte[] bytes, int length) throws IOException {
            long start = digest.start(piece);
            if (piece == 0 || start + length > header.checksumOffset() || file.size() < start + length) {
                return false;
            }
            ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
            while (buffer.hasRemaining()) {
                if (file.read(buffer, start + buffer.position()) < 0) {
                    return false;
                }
            }
            return check.damage(piece, bytes, length).isEmpty();
        }
    }
}
