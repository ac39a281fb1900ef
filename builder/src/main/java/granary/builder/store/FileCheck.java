package granary.builder.store;

import granary.builder.FirstFound;
import granary.builder.WorkerPool;
import granary.compressed.CompressedTable;
import granary.database.LayerFile;
import granary.error.DamagedFileException;
import granary.error.DatabaseException;
import granary.format.CompressedHeader;
import granary.format.FileDigest;
import granary.format.FileHeader;
import granary.format.LayerHeader;
import granary.storage.CheckedSections;
import granary.storage.Storage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/** Compares the bytes of a layer's file with their checksums, segment by segment as its digest cuts it, with all threads, in one reading. */
final class FileCheck {
    private final String where;
    private final Storage storage;
    private final FileHeader header;
    private final FileDigest segments;
    /** Null if the file is packed. */
    private final CompressedTable compressed;

    private final CheckedSections sections;
    private final FirstFound<DatabaseException> damages = new FirstFound<>(FileReport.MAX_DAMAGES);

    /** Checks nothing yet of an open file. */
    FileCheck(LayerFile file) {
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
                        at, "block " + expected + " as the first of page " + page + " in the index", "block " + found);
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

    /** Returns the faults that were found, by ascending place, at most {@link FileReport#MAX_DAMAGES}. */
    List<DatabaseException> damages() {
        return damages.list();
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
