package granary.storage;

import java.net.URI;
import java.nio.file.Path;
import java.util.ServiceLoader;

/** A kind of addresses at which databases can be read. {@link ServiceLoader} finds those of the jars that are there. */
public interface Addresses {
    /** Returns whether an address is of this kind. */
    boolean take(URI address);

    /**
     * Returns the directory at an address: a path of a {@link StorageSource}.
     *
     * @throws IllegalArgumentException when no directory can have that address
     */
    Path directory(URI address);

    /** Returns whether a word is an address, and not the name of a local directory. */
    static boolean isAddress(String word) {
        return word.matches("[A-Za-z][A-Za-z0-9+.-]+://.*");
    }

    /**
     * Returns the directory at an address.
     *
     * @throws IllegalArgumentException when no directory can have that address, or no jar that is here reads such addresses
     */
    static Path at(URI address) {
        if ("file".equalsIgnoreCase(address.getScheme())) {
            return Path.of(address);
        }
        for (Addresses kind : ServiceLoader.load(Addresses.class)) {
            if (kind.take(address)) {
                return kind.directory(address);
            }
        }
        throw new IllegalArgumentException("nothing here reads " + address
                + "; granary-http.jar reads addresses that begin with https:// or http://");
    }
}
