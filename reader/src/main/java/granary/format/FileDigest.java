package granary.format;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The digest of a file, computed piece by piece: the SHA-256 of the concatenated SHA-256 digests of the pieces. The first piece is
 * the header page; the others are {@value #PIECE} bytes long, except that the last may be shorter. Pieces can be digested in any
 * order, and threads may set different pieces at once.
 */
public final class FileDigest {
    /** Bytes in a piece behind the header. */
    public static final int PIECE = 1 << 20;

    /** Stands for the digest of a file that does not exist, such as the layer below layer 0. */
    public static final String NONE = "0".repeat(64);

    private static final int SHA_256_BYTES = 32;

    private final long fileLength;
    private final byte[] digests;

    /** Begins the digest of a file with this number of bytes. */
    public FileDigest(long fileLength) {
        this.fileLength = fileLength;
        long pieces = 1 + Math.max(0, fileLength - LayerHeader.LENGTH + PIECE - 1) / PIECE;
        this.digests = new byte[Math.toIntExact(SHA_256_BYTES * pieces)];
    }

    /** Returns the number of pieces. */
    public int pieces() {
        return digests.length / SHA_256_BYTES;
    }

    /** Returns the offset of a piece in the file. */
    public long start(int piece) {
        return piece == 0 ? 0 : LayerHeader.LENGTH + (long) PIECE * (piece - 1);
    }

    /** Returns a piece's length in bytes. */
    public int length(int piece) {
        return (int) Math.min(piece == 0 ? LayerHeader.LENGTH : PIECE, fileLength - start(piece));
    }

    /** Digests a piece, whose bytes a buffer holds up to its limit. */
    public void set(int piece, ByteBuffer bytes) {
        MessageDigest sha = sha256();
        sha.update(bytes);
        System.arraycopy(sha.digest(), 0, digests, SHA_256_BYTES * piece, SHA_256_BYTES);
    }

    /**
     * Returns the digests of some pieces that were set, for {@link #set(int, byte[])} in another process.
     *
     * @param from the first piece
     * @param to the piece behind the last
     */
    public byte[] digests(int from, int to) {
        return Arrays.copyOfRange(digests, SHA_256_BYTES * from, SHA_256_BYTES * to);
    }

    /** Sets the digests of pieces from a number on, as {@link #digests} returned them. */
    public void set(int from, byte[] taken) {
        System.arraycopy(taken, 0, digests, SHA_256_BYTES * from, taken.length);
    }

    /** Returns the digest in lower-case hexadecimal digits. All pieces must have been set. */
    public String hex() {
        return HexFormat.of().formatHex(sha256().digest(digests));
    }

    /** Returns the digest of a small file. */
    public static String of(byte[] file) {
        FileDigest digest = new FileDigest(file.length);
        for (int piece = 0; piece < digest.pieces(); piece++) {
            digest.set(piece, ByteBuffer.wrap(file, (int) digest.start(piece), digest.length(piece)));
        }
        return digest.hex();
    }

    /** Returns a new SHA-256, which every Java platform has. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
