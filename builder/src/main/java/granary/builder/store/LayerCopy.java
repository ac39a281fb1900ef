package granary.builder.store;

import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.database.DatabaseFiles;
import granary.database.Listing;
import granary.error.ChecksumException;
import granary.error.DatabaseException;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.Manifest;
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
    public long copy(FileKind kind, int layer) throws IOException {
        Manifest.Entry here = directory.entry(kind, layer);
        Path target = directory.path(kind, layer);
        if (here != null && !here.equals(source.manifest().entry(kind, layer))) {
            throw new CheckFailedException(target + " is of another build than " + source.path(kind, layer)
                    + "; fetch into another directory");
        }
        return here != null && Files.exists(target) ? 0 : replace(kind, layer);
    }

    /** Copies a file as {@link #copy} does, also in the place of one that is there. */
    public long replace(FileKind kind, int layer) throws IOException {
        Manifest.Entry listed = source.manifest().entry(kind, layer);
        Path path = source.path(kind, layer);
        Path target = directory.path(kind, layer);
        Path partial = target.resolveSibling(target.getFileName() + SUFFIX);
        try (Storage storage = DatabaseFiles.open(path, Access.POSITIONED);
                FileChannel file = FileChannel.open(
                        partial, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            FileCheck check = new FileCheck(path, storage, game, kind, layer);
            DatabaseFiles.checkBasis(path, check.header(), source.manifest());
            DatabaseFiles.checkLength(path, storage, listed);
            Pieces pieces = new Pieces(storage, listed.length(), file, check);
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
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            directory.adopt(kind, layer, listed);
            directory.save();
            return pieces.read.sum();
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

    /** Gets the pieces of a file. */
    private final class Pieces implements WorkerPool.Task {
        private final Storage storage;
        private final FileChannel file;
        private final FileCheck check;
        private final FileDigest digest;
        private final byte[][] buffers = new byte[pool.threads()][];
        private final LongAdder read = new LongAdder();

        Pieces(Storage storage, long length, FileChannel file, FileCheck check) {
            this.storage = storage;
            this.file = file;
            this.check = check;
            this.digest = new FileDigest(length);
        }

        @Override
        public void run(int worker, long number) {
            int piece = (int) number;
            if (buffers[worker] == null) {
                buffers[worker] = new byte[(int) Math.min(FileDigest.PIECE, storage.length())];
            }
            byte[] bytes = buffers[worker];
            int length = digest.length(piece);
            try {
                if (!isHere(piece, bytes, length)) {
                    storage.read(digest.start(piece), bytes, 0, length);
                    Optional<DatabaseException> damage = check.damage(piece, bytes, length);
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

        /** Reads a piece that was copied before. What has no checksum in it is copied again. */
        private boolean isHere(int piece, byte[] bytes, int length) throws IOException {
            long start = digest.start(piece);
            if (!check.covers(piece) || file.size() < start + length) {
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
