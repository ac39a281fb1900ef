package granary.explorer.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
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

    private static final String[] NAMES = {
        "index.html",
        "rules.html",
        "api.html",
        "openapi.json",
        "icon.svg",
        "style.css",
        "address.js",
        "api.js",
        "app.js",
        "charts.js",
        "dom.js",
        "histogram.js",
        "keys.js",
        "ogn.js",
        "reference.js",
        "results.js",
        "rules.js",
        "session.js",
        "share.js",
        "strength.js",
        "tree.js",
        "games/awari-board.js",
        "games/awari-notation.js",
        "games/awari-setup.js",
        "games/awari.js",
        "games/chain.js",
        "games/chexers.js",
        "games/chomp.js",
        "games/games.js",
        "games/simple.js",
        "games/sowing.js",
        "views/board.js",
        "views/examples.js",
        "views/files.js",
        "views/history.js",
        "views/layer.js",
        "views/line.js",
        "views/match.js",
        "views/moves.js",
        "views/record.js",
        "views/search.js",
        "views/setup.js",
        "views/verdict.js",
    };

    private final Map<String, Asset> assets = new HashMap<>();

    Assets() {
        for (String name : NAMES) {
            String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
            assets.put(name, new Asset(type, read(name)));
        }
    }

    /** Returns a file, or null when there is none of that name. */
    Asset find(String name) {
        return assets.get(name);
    }

    private static byte[] read(String name) {
        try (InputStream in = Assets.class.getResourceAsStream("/granary/explorer/page/" + name)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
