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

    private final Map<String, Asset> assets = new HashMap<>();

    Assets() {
        for (String name : PageFiles.served()) {
            String type = PageFiles.mediaType(name);
            String sent =
                    type == null ? "application/wasm" : type.startsWith("text/") ? type + "; charset=utf-8" : type;
            assets.put(name, new Asset(sent, PageFiles.read(name)));
        }
    }

    /** Returns a file, or null when there is none of that name. */
    Asset find(String name) {
        return assets.get(name);
    }
}
