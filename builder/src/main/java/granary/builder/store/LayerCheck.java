package granary.builder.store;

import granary.builder.WorkerPool;
import granary.error.ChecksumException;
import granary.format.BlockChecksums;
import granary.format.FileDigest;
import granary.format.LayerHeader;
import granary.storage.Storage;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Compares the bytes of a layer file with their checksums, piece by piece, with all threads, in one reading. */
public final class LayerCheck {
    private final Storage storage;
    private final LayerHeader header;
    private final BlockChecksums checksums;
    private final WorkerPool pool;

    /** Makes a check of an open file whose header was read. */
    public LayerCheck(Path path, Storage storage, LayerHeader header, WorkerPool pool) {
        this.storage = storage;
        this.header = header;
        this.checksums = new BlockChecksums(path, storage, header);
        this.pool = pool;
    }

    /**
     * Compares the checksum of every block of data.
     *
     * @throws ChecksumException for the first damaged block that a thread meets
     * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
     */
    public void blocks() {
        new FilePieces(storage, pool)
                .read(
                        0,
                        pieces(),
                        (piece, bytes, length) -> checkBlocks(piece, bytes, length, damage -> {
                            throw damage;
                        }));
    }

    /**
     * Compares the checksum of every block of data and computes the file's digest.
     *
     * @param damaged is called, by any thread, for each block whose checksum does not hold
     * @return the digest
     * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
     */
    public String digest(Consumer<ChecksumException> damaged) {
        FileDigest digest = new FileDigest(header.fileLength());
        digest.set(0, digests(0, digest.pieces(), damaged));
        return digest.hex();
    }

    /** Returns the number of pieces of the file's digest. */
    public int pieces() {
        return new FileDigest(header.fileLength()).pieces();
    }

    /**
     * Compares the checksums of the blocks in some pieces and computes the pieces' digests.
     *
     * @param from the first piece
     * @param to the piece after the last
     * @param damaged is called, by any thread, for each block whose checksum does not hold
     * @return the digests, for {@link FileDigest#set(int, byte[])}
     * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
     */
    public byte[] digests(int from, int to, Consumer<ChecksumException> damaged) {
        FileDigest digest = new FileDigest(header.fileLength());
        new FilePieces(storage, pool).read(from, to, (piece, bytes, length) -> {
            checkBlocks(piece, bytes, length, damaged);
            digest.set(piece, ByteBuffer.wrap(bytes, 0, length));
        });
        return digest.digests(from, to);
    }

    /** Compares the checksums of the blocks in a piece, which consists of whole blocks. */
    private void checkBlocks(int piece, byte[] bytes, int length, Consumer<ChecksumException> damaged) {
        if (piece == 0) {
            return; // the header has a checksum of its own
        }
        long start = (long) (piece - 1) * FileDigest.PIECE;
        int end = (int) Math.min(length, header.dataLength() - start);
        for (int at = 0; at < end; at += LayerHeader.BLOCK_LENGTH) {
            long block = (start + at) / LayerHeader.BLOCK_LENGTH;
            int blockLength = Math.min(LayerHeader.BLOCK_LENGTH, end - at);
            try {
                checksums.checkBlock(block, bytes, at, blockLength);
            } catch (ChecksumException e) {
                damaged.accept(e);
            }
        }
    }
}
