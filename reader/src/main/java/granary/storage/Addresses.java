package granary.storage;

import java.net.URI;
import java.nio.file.Path;
import java.util.ServiceLoader;

/**
 * A kind of addresses at which databases can be read. Those are found that the class loader of the reader sees, whichever thread asks.
 * From another class loader, open a {@link Source}.
 */
public interface Addresses {
    /** Returns whether an address is of this kind. */
    boolean take(URI address);

    /**
     * Returns the files at an address. Sends nothing.
     *
     * @throws IllegalArgumentException when no database can have that address
     */
    Source source(URI address);

    /** Returns whether a word is an address, and not the name of a local directory. */
    static boolean isAddress(String word) {
        return word.matches("[A-Za-z][A-Za-z0-9+.-]+://.*");
    }

    /**
     * Returns a word as an address.
     *
     * @throws IllegalArgumentException when it is none, or has a user name or password, which the message does not show
     */
    static URI parse(String word) {
        if (word.matches("[^/]*//[^/?#]*@.*")) {
            throw new IllegalArgumentException("addresses with a user name or password are not read");
        }
        return URI.create(word);
    }

    /**
     * Returns the files at an address.
     *
     * @throws IllegalArgumentException when no database can have that address, or no jar that is here reads such addresses
     */
    static Source at(URI address) {
        parse(address.toString());
        if ("file".equalsIgnoreCase(address.getScheme())) {
            return new DirectorySource(Path.of(address), Access.MAPPED);
        }
        for (Addresses kind : ServiceLoader.load(Addresses.class, Addresses.class.getClassLoader())) {
            if (kind.take(address)) {
                return kind.source(address);
            }
        }
        throw new IllegalArgumentException("nothing here reads " + address
                + "; granary-http.jar, next to the reader's, reads addresses that begin with https:// or http://."
                + " A program that has it in another class loader opens new granary.http.HttpSource(address)");
    }
}
