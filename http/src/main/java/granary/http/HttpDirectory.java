package granary.http;

import java.net.URI;
import java.nio.file.Path;

/**
 * Directories on web servers that answer range requests. Such a directory is a {@link Path} of a read-only file system of its own,
 * which {@link granary.database.Database#open(Path)} takes like any other.
 *
 * <p>Blocks of data are compared with their checksums whenever they arrive, and kept in memory up to a limit. All databases that are
 * opened by one path share that memory.
 */
public final class HttpDirectory {
    private HttpDirectory() {}

    /** Returns whether a path is one of these. */
    public static boolean isOn(Path path) {
        return path instanceof HttpPath;
    }

    /** Returns the directory at an address, with the default options. Sends nothing. */
    public static Path at(URI address) {
        return at(address, HttpOptions.DEFAULT);
    }

    /**
     * Returns the directory at an address. Sends nothing.
     *
     * @param address begins with http:// or https://; a slash is added at the end if it has none
     * @throws IllegalArgumentException when it is not such an address
     */
    public static Path at(URI address, HttpOptions options) {
        String text = address.toString();
        if (!new HttpAddresses().take(address)
                || address.getHost() == null
                || address.getRawQuery() != null
                || address.getRawFragment() != null) {
            throw new IllegalArgumentException(text + " is not an address of a directory, such as https://host/awari/");
        }
        URI base = text.endsWith("/") ? address : URI.create(text + "/");
        return new HttpFileSystem(base, options).root();
    }
}
