package granary.testing;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.CRC32C;

/** Manifests of any content with a right checksum. */
public final class SignedManifest {
    private SignedManifest() {}

    /** Returns the lines as a manifest, with the checksum line added. */
    public static byte[] of(String... lines) {
        String text = String.join("\n", lines) + "\n";
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.ISO_8859_1));
        return String.format(Locale.ROOT, "%schecksum %08x\n", text, crc.getValue())
                .getBytes(StandardCharsets.ISO_8859_1);
    }
}
