package granary.explorer.api;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import granary.command.kit.Json;
import granary.error.DamagedFileException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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

    /**
     * Returns the object in a file, without the checksum.
     *
     * @throws DamagedFileException when the bytes do not have their checksum
     */
    static JsonObject parse(Path file, byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        int at = text.lastIndexOf(CHECKSUM);
        String content = at < 0 ? text : text.substring(0, at);
        if (at >= 0 && text.substring(at).equals(end(content))) {
            try {
                JsonElement json = JsonParser.parseString(content + "}");
                if (json instanceof JsonObject object) {
                    return object;
                }
            } catch (JsonParseException e) {
                throw damaged(file, "no JSON");
            }
        }
        throw damaged(file, at < 0 ? "none" : "another");
    }

    private static DamagedFileException damaged(Path file, String actual) {
        return new DamagedFileException(
                file.toString(),
                -1,
                "JSON that ends with its checksum",
                actual,
                "damaged, or published by another version; run granary publish --page again");
    }

    private static String end(String content) {
        CRC32C crc = new CRC32C();
        crc.update(content.getBytes(StandardCharsets.UTF_8));
        return CHECKSUM + String.format("%08x", crc.getValue()) + "\"}";
    }
}
