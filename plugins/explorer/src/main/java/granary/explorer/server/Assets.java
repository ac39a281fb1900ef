package granary.explorer.server;

import granary.explorer.page.PageFiles;
import java.util.HashMap;
import java.util.Map;

/** The files of the page, read from the jar once. A path of a request is only ever looked up in this list. */
final class Assets {
    /** A file as it is sent. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Asset(String type, byte[] body, String tag) {
        private Asset(String type, byte[] body) {
            this(type, body, Exchange.tag(body));
        }
    }

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml",
            "json", "application/json");

    private final Map<String, Asset> assets = new HashMap<>();

    Assets() {
        for (String name : PageFiles.served()) {
            String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
            assets.put(name, new Asset(type, PageFiles.read(name)));
        }
    }

    /** Returns a file, or null when there is none of that name. */
    Asset find(String name) {
        return assets.get(name);
    }
}
