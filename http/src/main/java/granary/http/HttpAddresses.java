package granary.http;

import granary.storage.Addresses;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;

/** The addresses of web servers, for {@link java.util.ServiceLoader}. */
public final class HttpAddresses implements Addresses {
    /** For {@link java.util.ServiceLoader}. */
    public HttpAddresses() {}

    @Override
    public boolean take(URI address) {
        String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
        return scheme.equals("http") || scheme.equals("https");
    }

    @Override
    public Path directory(URI address) {
        return HttpDirectory.at(address);
    }
}
