package granary.builder.store;

import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.Units;
import granary.builder.WorkerPool;
import granary.builder.file.Disk;
import granary.database.LayerFile;
import granary.database.Listing;
import granary.error.DamagedFileException;
import granary.error.DatabaseException;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import granary.storage.CheckedSections;
import granary.storage.Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * Copies files that a manifest lists. A file is copied in segments under another name, and gets its own when its digest is the listed
 * one. An interrupted copy resumes: copied segments are compared with their checksums, and only the others are read from the source. Not
 * thread-safe.
 */
public final class FileCopy {
    private static final String SUFFIX = ".fetched";

    private final Disk disk;
    private final WorkerPool pool;
    private final Monitor monitor;

    /**
     * Makes a copy of nothing yet.
     *
     * @param disk publishes the copies
     * @param threads how many threads each read a segment of {@link FileDigest#SEGMENT} bytes at a time
     * @param monitor is notified of each copied byte
     */
    public FileCopy(Disk disk, int threads, Monitor monitor) {
        this.disk = disk;
        this.pool = new WorkerPool(threads, monitor);
        this.monitor = monitor;
    }

    /** Returns the name that a file has until it is whole. */
    static Path partial(Path target) {
        return target.resolveSibling(target.getFileName() + SUFFIX);
    }

    /**
     * Checks that copies will fit on a directory's disk.
     *
     * @param copies what the manifest says of the files, by the names of their copies
     * @throws CheckFailedException when they will not
     * @throws IOException when the disk fails
     */
    public static void requireRoom(Map<Path, Manifest.Entry> copies, Path directory) throws IOException {
        long bytes = 0;
        for (Map.Entry<Path, Manifest.Entry> copy : copies.entrySet()) {
            // Threads take segments in order: at most one of each is a hole in the file.
            Path partial = partial(copy.getKey());
            bytes += Math.max(0, copy.getValue().length() - (Files.exists(partial) ? Files.size(partial) : 0));
        }
        long free = Files.getFileStore(directory).getUsableSpace();
        if (bytes > free) {
            throw new CheckFailedException("the files need " + Units.bytes(bytes) + " more in " + directory + ", where "
                    + Units.bytes(free) + " are free; --layers takes fewer");
        }
    }

    /**
     * Copies a layer's file.
     *
     * @param source lists it
     * @param target its copy, which replaces a file of that name
     * @return the bytes that were read from the source
     * @throws DatabaseException when the file is damaged, is not the listed one, or cannot be read
     * @throws IOException when the disk fails
     */
    public long copy(Listing source, Game game, FileKind kind, int layer, Path target) throws IOException {
        try (LayerFile file = LayerFile.open(source, game, kind, layer)) {
            return copy(
                    file.storage(),
                    file.where(),
                    file.sections(),
                    source.manifest().entry(kind, layer),
                    target);
        }
    }

    /** Copies an open file of the listed length. */
    long copy(Storage storage, String where, CheckedSections sections, Manifest.Entry listed, Path target)
            throws IOException {
        Path partial = partial(target);
        try (FileChannel file = FileChannel.open(
                partial, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            file.truncate(listed.length()); // the source may have had a longer one
            Segments segments = new Segments(storage, listed.length(), file, sections);
            try {
                pool.run(segments.digest.segments(), segments);
            } catch (UncheckedIOException e) {
                throw Disk.named(partial, e.getCause());
            }
            String digest = segments.digest.hex();
            if (!digest.equals(listed.digest())) {
                Files.delete(partial); // its sections agree with their checksums, so any of them may be wrong
                throw new DamagedFileException(
                        where,
                        -1,
                        "the digest " + listed.digest(),
                        digest,
                        "not the file that the manifest lists; whoever offers it must copy it again or run granary repair");
            }
            disk.forceWithName(partial);
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            disk.forceDirectory(target.toAbsolutePath().getParent());
            return segments.read.sum();
        }
    }

    /** Gets the segments of a file. */
    private final class Segments implements WorkerPool.Task {
        private final Storage storage;
        private final FileChannel file;
        private final CheckedSections sections;
        private final FileDigest digest;
        private final byte[][] buffers = new byte[pool.threads()][];
        private final LongAdder read = new LongAdder();

        Segments(Storage storage, long length, FileChannel file, CheckedSections sections) {
            this.storage = storage;
            this.file = file;
            this.sections = sections;
            this.digest = new FileDigest(length);
        }

        @Override
        public void run(int worker, long number) {
            int segment = (int) number;
            if (buffers[worker] == null) {
                buffers[worker] = new byte[(int) Math.min(FileDigest.SEGMENT, storage.length())];
            }
            byte[] bytes = buffers[worker];
            long start = digest.start(segment);
            int length = digest.length(segment);
            try {
                if (!isHere(start, bytes, length)) {
                    storage.read(start, bytes, 0, length);
                    check(start, bytes, length);
                    for (ByteBuffer left = ByteBuffer.wrap(bytes, 0, length); left.hasRemaining(); ) {
                        file.write(left, start + left.position());
                    }
                    read.add(length);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            digest.set(segment, ByteBuffer.wrap(bytes, 0, length));
            monitor.advance(length);
        }

        /** Reads a segment that was copied before. One with bytes that have no checksums, such as the header, is copied again. */
        private boolean isHere(long start, byte[] bytes, int length) throws IOException {
            if (start < sections.start() || start + length > sections.end()) {
                return false;
            }
            for (ByteBuffer left = ByteBuffer.wrap(bytes, 0, length); left.hasRemaining(); ) {
                if (file.read(left, start + left.position()) < 0) {
                    return false;
                }
            }
            try {
                check(start, bytes, length);
                return true;
            } catch (DamagedFileException e) {
                return false; // not written before the interruption, or not as it was
            }
        }

        /** Compares the checksums of the sections in a segment, which holds each as a whole or not at all. */
        private void check(long start, byte[] bytes, int length) {
            int size = sections.sectionLength();
            long end = Math.min(start + length, sections.end());
            for (long at = Math.max(start, sections.start()); at < end; at += size) {
                sections.checkSection(
                        (at - sections.start()) / size, bytes, (int) (at - start), (int) Math.min(size, end - at));
            }
        }
    }
}
