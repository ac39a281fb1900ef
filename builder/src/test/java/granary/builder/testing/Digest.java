package granary.builder.testing;

import granary.format.FileDigest;

/** Digests of files. */
public final class Digest {
    private Digest() {}

    /** Returns length and digest. */
    public static String of(byte[] bytes) {
        return bytes.length + " bytes, " + FileDigest.of(bytes);
    }
}
