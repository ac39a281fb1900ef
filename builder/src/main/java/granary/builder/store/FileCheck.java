package granary.builder.store;

import granary.builder.WorkerPool;
import granary.compressed.CompressedTable;
import granary.database.LayerFile;
import granary.error.DamagedFileException;
import granary.error.DatabaseException;
import granary.format.CompressedHeader;
import granary.format.FileDigest;
import granary.format.FileHeader;
import granary.format.LayerHeader;
import granary.storage.CheckedBlocks;
import granary.storage.Storage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.Consumer;

/** Compares the bytes of a layer's file with their checksums, piece by piece as its digest cuts it, with all threads, in one reading. */
final class FileCheck {
    private final String where;
    private final Storage storage;
    private final FileHeader header;
    private final FileDigest pieces;
    private final CheckedBlocks blocks;
    private final BlockCheck blockCheck;
    /** Checks what lies between the header and the blocks. */
    private final Runnable model;

    /** Checks a block that was read. */
    private interface BlockCheck {
        /** Throws the exception of a damaged block, whose bytes stand somewhere in an array. */
        void check(long block, byte[] bytes, int at, int length);
    }

    /** Checks nothing yet of an open file. */
    FileCheck(LayerFile file) {
        this.where = file.where();
        this.storage = file.storage();
        this.header = file.header();
        this.pieces = new FileDigest(header.fileLength());
        if (header instanceof CompressedHeader compressed) {
            CompressedTable table = file.compressedTable(true, lower -> null);
            blocks = table.blocks();
            blockCheck = (page, bytes, at, length) -> table.checkPage(page, Arrays.copyOfRange(bytes, at, at + length));
            model = () -> {
                table.checkModel();
                checkPadding(compressed);
                checkIndex(compressed);
            };
        } else {
            blocks = file.checksums();
            blockCheck = blocks::checkBlock;
            model = () -> {};
        }
    }

    /** No checksum covers what follows a model, since nobody reads it: where no manifest has the digest, nothing else tells of damage. */
    private void checkPadding(CompressedHeader compressed) {
        long end = LayerHeader.LENGTH + (long) compressed.modelLength();
        byte[] padding = new byte[(int) (compressed.pagesOffset() - end)];
        storage.read(end, padding, 0, padding.length);
        for (int i = 0; i < padding.length; i++) {
            if (padding[i] != 0) {
                throw damaged(end + i, "0 behind the model", Integer.toString(Byte.toUnsignedInt(padding[i])));
            }
        }
    }

    /** No checksum covers the index either, and readers need not compare it with the directory. */
    private void checkIndex(CompressedHeader compressed) {
        for (long page = 0; page < compressed.pages(); page += CompressedHeader.INDEXED) {
            long at = compressed.indexOffset() + page / CompressedHeader.INDEXED * Integer.BYTES;
            long expected = unsigned(compressed.directoryOffset() + page * Integer.BYTES);
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

    /**
     * Checks everything and computes the file's digest.
     *
     * @param damaged is called, by any thread, for what is damaged
     * @return the digest
     * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
     */
    String digest(WorkerPool pool, Consumer<DatabaseException> damaged) {
        check(model, damaged);
        pieces.set(0, digests(0, pieces.pieces(), pool, damaged));
        return pieces.hex();
    }

    /**
     * Checks the blocks in some pieces and computes the pieces' digests.
     *
     * @param from the first piece
     * @param to the piece after the last
     * @param damaged is called, by any thread, for each damaged block
     * @return the digests, for {@link FileDigest#set(int, byte[])}
     * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
     */
    byte[] digests(int from, int to, WorkerPool pool, Consumer<DatabaseException> damaged) {
        FileDigest digest = new FileDigest(header.fileLength());
        byte[][] buffers = new byte[pool.threads()][];
        pool.run(to - from, (worker, number) -> {
            if (buffers[worker] == null) {
                buffers[worker] = new byte[(int) Math.min(FileDigest.PIECE, storage.length())];
            }
            int piece = from + (int) number;
            int length = digest.length(piece);
            storage.read(digest.start(piece), buffers[worker], 0, length);
            check(piece, buffers[worker], length, damaged);
            digest.set(piece, ByteBuffer.wrap(buffers[worker], 0, length));
        });
        return digest.digests(from, to);
    }

    /** Checks the blocks in a piece: no block lies in two. */
    private void check(int piece, byte[] bytes, int length, Consumer<DatabaseException> damaged) {
        long first = pieces.start(piece);
        long end = Math.min(first + length, blocks.end());
        for (long offset = Math.max(first, blocks.start()); offset < end; offset += blocks.blockLength()) {
            long block = (offset - blocks.start()) / blocks.blockLength();
            int at = (int) (offset - first);
            int count = (int) Math.min(blocks.blockLength(), blocks.end() - offset);
            check(() -> blockCheck.check(block, bytes, at, count), damaged);
        }
    }

    private static void check(Runnable check, Consumer<DatabaseException> damaged) {
        try {
            check.run();
        } catch (DatabaseException e) {
            damaged.accept(e);
        }
    }
}
