package granary.explorer.api;

import granary.command.kit.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * JSON files that are published with a database. The last member of each is the CRC-32C of all bytes before it, so that a page can
 * check them on any host: browsers compute stronger digests over HTTPS only.
 */
public final class CheckedJson {
    private static final String CHECKSUM = ",\"checksum\":\"";

    private CheckedJson() {}

    /** Returns an object with one member or more as the bytes of a file. */
    public static byte[] bytes(Map<String, Object> json) {
        String line = Json.line(json);
        String content = line.substring(0, line.length() - 1);
        return (content + end(content)).getBytes(StandardCharsets.UTF_8);
    }

    /** Returns whether the bytes of a file end with the checksum of those before it. */
    static boolean isWhole(byte... bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        int at = text.lastIndexOf(CHECKSUM);
        return at >= 0 && text.substring(at).equals(end(text.substring(0, at)));
    }

    private static String end(String content) {
        CRC32C crc = new CRC32C();
        crc.update(content.getBytes(StandardCharsets.UTF_8));
        return CHECKSUM + String.format("%08x", crc.getValue()) + "\"}";
    }
}
