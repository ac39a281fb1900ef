package granary.http;

import granary.storage.Addresses;
import granary.storage.Source;
import java.net.URI;

/** The addresses of web servers, for {@link java.util.ServiceLoader}. */
public final class HttpAddresses implements Addresses {
    /** For {@link java.util.ServiceLoader}. */
    public HttpAddresses() {}

    @Override
    public boolean take(URI address) {
        return HttpSource.isHttp(address);
    }

    @Override
    public Source source(URI address) {
        return new HttpSource(address);
    }
}
