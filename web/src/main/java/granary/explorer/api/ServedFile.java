package granary.explorer.api;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A file of a layer, which clients may copy.
 *
 * @param path where it is
 * @param bytes its length
 * @param digest its digest as the manifest has it, hexadecimal
 * @param modified when it was last written
 */
public record ServedFile(Path path, long bytes, String digest, FileTime modified) {
    /**
     * Makes a file that is there.
     *
     * @throws IOException when the disk fails
     */
    static ServedFile of(Path path, long bytes, String digest) throws IOException {
        return new ServedFile(path, bytes, digest, Files.getLastModifiedTime(path));
    }

    /** Returns whether the file at the path is still the same, by its length and time. */
    public boolean isUnchanged() {
        try {
            return Files.size(path) == bytes && Files.getLastModifiedTime(path).equals(modified);
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns its name in its directory. */
    String name() {
        return path.getFileName().toString();
    }

    /** Returns its entry in the list of files. */
    static Map<String, Object> toJson(String name, long bytes, String digest) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("bytes", bytes);
        json.put("digest", digest);
        return json;
    }
}
