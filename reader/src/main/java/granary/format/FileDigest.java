package granary.format;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The digest of a file, computed segment by segment: the SHA-256 of the concatenated SHA-256 digests of the segments. Segment 0 is
 * the header page; the others are {@value #SEGMENT} bytes long, except that the last may be shorter. Segments can be digested in any
 * order, and threads may set different segments at once.
 */
public final class FileDigest {
    /** Bytes in a segment behind the header. */
    public static final int SEGMENT = 1 << 20;

    /** Stands for the digest of a file that does not exist, such as the layer below layer 0. */
    public static final String NONE = "0".repeat(64);

    private static final int SHA_256_BYTES = 32;

    private final long fileLength;
    private final byte[] digests;

    /** Begins the digest of a file with this number of bytes. */
    public FileDigest(long fileLength) {
        this.fileLength = fileLength;
        long segments = 1 + Math.max(0, fileLength - LayerHeader.LENGTH + SEGMENT - 1) / SEGMENT;
        this.digests = new byte[Math.toIntExact(SHA_256_BYTES * segments)];
    }

    /** Returns the number of segments. */
    public int segments() {
        return digests.length / SHA_256_BYTES;
    }

    /** Returns the offset of a segment in the file. */
    public long start(int segment) {
        return segment == 0 ? 0 : LayerHeader.LENGTH + (long) SEGMENT * (segment - 1);
    }

    /** Returns a segment's length in bytes. */
    public int length(int segment) {
        return (int) Math.min(segment == 0 ? LayerHeader.LENGTH : SEGMENT, fileLength - start(segment));
    }

    /** Digests a segment, whose bytes a buffer holds up to its limit. */
    public void set(int segment, ByteBuffer bytes) {
        MessageDigest sha = sha256();
        sha.update(bytes);
        System.arraycopy(sha.digest(), 0, digests, SHA_256_BYTES * segment, SHA_256_BYTES);
    }

    /**
     * Returns the digests of some segments that were set, for {@link #set(int, byte[])} in another process.
     *
     * @param from the first segment
     * @param to the segment behind the last
     */
    public byte[] digests(int from, int to) {
        return Arrays.copyOfRange(digests, SHA_256_BYTES * from, SHA_256_BYTES * to);
    }

    /** Sets the digests of segments from a number on, as {@link #digests} returned them. */
    public void set(int from, byte[] taken) {
        System.arraycopy(taken, 0, digests, SHA_256_BYTES * from, taken.length);
    }

    /** Returns the digest in lower-case hexadecimal digits. All segments must have been set. */
    public String hex() {
        return HexFormat.of().formatHex(sha256().digest(digests));
    }

    /** Returns the digest of a small file. */
    public static String of(byte[] file) {
        FileDigest digest = new FileDigest(file.length);
        for (int segment = 0; segment < digest.segments(); segment++) {
            digest.set(segment, ByteBuffer.wrap(file, (int) digest.start(segment), digest.length(segment)));
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
