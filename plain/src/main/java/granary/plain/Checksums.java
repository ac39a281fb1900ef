package granary.plain;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/** The checksums and digests of files. */
public final class Checksums {
    private static final int SEGMENT = 1 << 20;

    private Checksums() {}

    /** Returns the CRC-32C of bytes. */
    public static int crc(byte[] bytes, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, to - from);
        return (int) crc.getValue();
    }

    /** Returns the digest of a file in hexadecimal digits: the SHA-256 of the SHA-256 of its header page and of all segments behind it. */
    public static String digest(byte[] file) {
        MessageDigest digests = sha256();
        digests.update(sha256().digest(Arrays.copyOf(file, Header.LENGTH)));
        for (int at = Header.LENGTH; at < file.length; at += SEGMENT) {
            digests.update(sha256().digest(Arrays.copyOfRange(file, at, Math.min(file.length, at + SEGMENT))));
        }
        return HexFormat.of().formatHex(digests.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
