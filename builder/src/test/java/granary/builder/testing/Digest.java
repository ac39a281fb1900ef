package granary.builder.testing;

import granary.builder.store.LayerWriter;
import java.util.HexFormat;

/** Digests of files. */
public final class Digest {
    private Digest() {}

    /** Returns length and SHA-256. */
    public static String of(byte[] bytes) {
        return bytes.length + " bytes, "
                + HexFormat.of().formatHex(LayerWriter.sha256().digest(bytes));
    }
}
