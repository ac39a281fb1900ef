package granary.builder.store;

import granary.builder.FirstFound;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.compressed.CompressedTable;
import granary.database.LayerFile;
import granary.database.Listing;
import granary.error.DamagedFileException;
import granary.error.DatabaseException;
import granary.format.CompressedHeader;
import granary.format.FileDigest;
import granary.format.FileHeader;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.game.Game;
import granary.storage.Access;
import granary.storage.CheckedSections;
import granary.storage.DirectorySource;
import granary.storage.Storage;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The result of reading one layer's file, without any game logic.
 *
 * @param path the file
 * @param header its header, or null when that is damaged
 * @param digest its digest, or null when the header is damaged
 * @param damages its faults, by ascending place, at most {@link #MAX_DAMAGES}
 */
public record FileReport(Path path, FileHeader header, String digest, List<DatabaseException> damages) {
    /** The most faults that are kept. */
    public static final int MAX_DAMAGES = 20;

    /** Returns whether every checksum of the file holds. */
    public boolean isWhole() {
        return damages.isEmpty();
    }

    /** Returns whether the file is whole, and the one that a manifest lists. */
    public boolean isOf(Manifest.Entry listed) {
        return isWhole() && listed.equals(entry());
    }

    /** Returns the manifest's entry for the file, if it is whole. */
    public Manifest.Entry entry() {
        return new Manifest.Entry(header.fileLength(), digest);
    }

    /**
     * Reads a file.
     *
     * @param directory where the file is
     * @param pool the threads that read
     */
    public static FileReport of(Path directory, Game game, FileKind kind, int layer, WorkerPool pool) {
        Path path = directory.resolve(kind.fileName(layer));
        try (LayerFile file = open(directory, game, kind, layer)) {
            Check check = new Check(file);
            String digest = check.digest(pool);
            return new FileReport(path, file.header(), digest, check.damages.list());
        } catch (DatabaseException e) {
            return new FileReport(path, null, null, List.of(e));
        }
    }

    private static LayerFile open(Path directory, Game game, FileKind kind, int layer) {
        return LayerFile.open(new DirectorySource(directory, Access.POSITIONED), game, kind, layer);
    }

    /**
     * Reads a listed file.
     *
     * @return its faults, and after them any difference from the manifest
     */
    public static List<DatabaseException> damages(
            Listing listing, Game game, FileKind kind, int layer, WorkerPool pool) {
        return of(LayerFiles.directory(listing.source()).directory(), game, kind, layer, pool)
                .against(listing.manifest());
    }

    /**
     * Reads a listed file.
     *
     * @throws DatabaseException when it is missing or damaged, with the chunk, or differs from the manifest
     */
    public static void check(Listing listing, Game game, FileKind kind, int layer, WorkerPool pool) {
        for (DatabaseException damage : damages(listing, game, kind, layer, pool)) {
            throw damage;
        }
    }

    /**
     * The result of reading some segments of a file: see {@link FileDigest}.
     *
     * @param from the first segment
     * @param digests of the segments
     * @param damages the damaged chunks or pages, by ascending place, at most {@link #MAX_DAMAGES}
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares readings
    public record Segments(int from, byte[] digests, List<DatabaseException> damages) implements Serializable {
        /**
         * Reads segments of a file whose header is whole.
         *
         * @param directory where it is
         * @param to the segment after the last
         * @throws DatabaseException when the file cannot be read
         */
        public static Segments of(Path directory, Game game, FileKind kind, int layer, int from, int to) {
            try (LayerFile file = open(directory, game, kind, layer)) {
                Check check = new Check(file);
                byte[] digests = check.digests(from, to, new WorkerPool(1, Monitor.SILENT));
                return new Segments(from, digests, check.damages.list());
            }
        }
    }

    /** Combines the results of reading all segments of a file whose header is whole, in the order of the segments. */
    public static FileReport of(Path path, FileHeader header, List<Segments> all) {
        FileDigest digest = new FileDigest(header.fileLength());
        List<DatabaseException> damages = new ArrayList<>();
        for (Segments segments : all) {
            digest.set(segments.from(), segments.digests());
            damages.addAll(segments.damages());
        }
        return new FileReport(
                path, header, digest.hex(), damages.stream().limit(MAX_DAMAGES).toList());
    }

    /**
     * Compares the file with a manifest.
     *
     * @return its faults, and after them any difference from the manifest
     */
    public List<DatabaseException> against(Manifest manifest) {
        List<DatabaseException> all = new ArrayList<>(damages);
        if (header != null) {
            Manifest.Entry listed = manifest.files(header.kind()).get(header.layer());
            if (isWhole() && !listed.equals(entry())) {
                all.add(new DamagedFileException(
                        path.toString(),
                        -1,
                        listed.length() + " bytes with the digest " + listed.digest(),
                        header.fileLength() + " bytes with " + digest,
                        "not the file that the manifest lists; copy it again or run granary repair"));
            }
            try {
                LayerFile.checkReferences(path.toString(), header, manifest);
            } catch (DatabaseException e) {
                all.add(e);
            }
        }
        return all;
    }

    /** Compares the bytes of a layer's file with their checksums, segment by segment as its digest cuts it, with all threads, in one reading. */
    private static final class Check {
        private final String where;
        private final Storage storage;
        private final FileHeader header;
        private final FileDigest segments;
        /** Null if the file is packed. */
        private final CompressedTable compressed;

        private final CheckedSections sections;
        private final FirstFound<DatabaseException> damages = new FirstFound<>(MAX_DAMAGES);

        Check(LayerFile file) {
            this.where = file.where();
            this.storage = file.storage();
            this.header = file.header();
            this.segments = new FileDigest(header.fileLength());
            this.compressed = header instanceof CompressedHeader ? file.compressedTable(true, lower -> null) : null;
            this.sections = compressed == null ? file.checksums() : compressed.sections();
        }

        /** Checks what lies between the header and the pages of a compressed file. */
        private void checkModel() {
            compressed.checkModel();
            checkPadding((CompressedHeader) header);
            checkIndex((CompressedHeader) header);
        }

        /** No checksum covers the zeros behind a model, which nobody reads. Without a listed digest, only this finds damage there. */
        private void checkPadding(CompressedHeader layout) {
            long end = LayerHeader.LENGTH + (long) layout.modelLength();
            byte[] padding = new byte[(int) (layout.pagesOffset() - end)];
            storage.read(end, padding, 0, padding.length);
            int first = Arrays.mismatch(padding, new byte[padding.length]);
            if (first >= 0) {
                throw damaged(end + first, "0 behind the model", Integer.toString(Byte.toUnsignedInt(padding[first])));
            }
        }

        /** No checksum covers the index either, and readers need not compare it with the directory. */
        private void checkIndex(CompressedHeader layout) {
            for (long page = 0; page < layout.pages(); page += CompressedHeader.INDEXED) {
                long at = layout.indexOffset() + page / CompressedHeader.INDEXED * Integer.BYTES;
                long expected = unsigned(layout.directoryOffset() + page * Integer.BYTES);
                long found = unsigned(at);
                if (found != expected) {
                    throw damaged(
                            at,
                            "block " + expected + " as the first of page " + page + " in the index",
                            "block " + found);
                }
            }
        }

        private DamagedFileException damaged(long at, String expected, String found) {
            return new DamagedFileException(
                    where, at, expected, found, "the disk or a copy damaged it" + LayerHeader.REMEDY);
        }

        private long unsigned(long at) {
            byte[] bytes = new byte[Integer.BYTES];
            storage.read(at, bytes, 0, bytes.length);
            return Integer.toUnsignedLong(
                    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt());
        }

        /**
         * Checks everything and returns the file's digest.
         *
         * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
         */
        String digest(WorkerPool pool) {
            if (compressed != null) {
                check(this::checkModel);
            }
            digests(0, segments.segments(), pool);
            return segments.hex();
        }

        /**
         * Checks the sections in some segments and computes the segments' digests.
         *
         * @param from the first segment
         * @param to the segment after the last
         * @return the digests, for {@link FileDigest#set(int, byte[])}
         * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
         */
        byte[] digests(int from, int to, WorkerPool pool) {
            byte[][] buffers = new byte[pool.threads()][];
            pool.run(to - from, (worker, number) -> {
                if (buffers[worker] == null) {
                    buffers[worker] = new byte[(int) Math.min(FileDigest.SEGMENT, storage.length())];
                }
                int segment = from + (int) number;
                int length = segments.length(segment);
                storage.read(segments.start(segment), buffers[worker], 0, length);
                check(segment, buffers[worker], length);
                segments.set(segment, ByteBuffer.wrap(buffers[worker], 0, length));
            });
            return segments.digests(from, to);
        }

        /** Checks the sections in a segment: no section lies in two. */
        private void check(int segment, byte[] bytes, int length) {
            long first = segments.start(segment);
            long end = Math.min(first + length, sections.end());
            for (long offset = Math.max(first, sections.start()); offset < end; offset += sections.sectionLength()) {
                long section = (offset - sections.start()) / sections.sectionLength();
                int at = (int) (offset - first);
                int count = (int) Math.min(sections.sectionLength(), sections.end() - offset);
                check(() -> checkSection(section, bytes, at, count));
            }
        }

        private void checkSection(long section, byte[] bytes, int at, int length) {
            if (compressed == null) {
                sections.checkSection(section, bytes, at, length);
            } else {
                compressed.checkPage(section, Arrays.copyOfRange(bytes, at, at + length));
            }
        }

        private void check(Runnable check) {
            try {
                check.run();
            } catch (DatabaseException e) {
                damages.add(e.offset(), e);
            }
        }
    }
}
