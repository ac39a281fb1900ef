package granary.explorer.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** The files of the page in the jar: what a server and published files share, and what only one of them needs. */
public final class PageFiles {
    /** The folder of another module. */
    private static final String FOLDER = "granary-browser/";

    private static final List<String> SHARED = List.of(
            "index.html",
            "rules.html",
            "404.html",
            "icon.svg",
            "style.css",
            "address.js",
            "app.js",
            "charts.js",
            "dom.js",
            "engine.js",
            "histogram.js",
            "keys.js",
            "later.js",
            "ogn.js",
            "problem.js",
            "results.js",
            "rules.js",
            "session.js",
            "share.js",
            "source.js",
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
            "views/analysis.js",
            "views/board.js",
            "views/examples.js",
            "views/files.js",
            "views/history.js",
            "views/layer.js",
            "views/line.js",
            "views/match.js",
            "views/moves.js",
            "views/others.js",
            "views/record.js",
            "views/search.js",
            "views/setup.js",
            "views/verdict.js");

    private static final List<String> SERVED = List.of(
            "api.html",
            "openapi.json",
            "server/api.js",
            "server/ask.js",
            "server/engine.js",
            "server/place.js",
            "server/reference.js");

    private static final List<String> PUBLISHED = List.of(
            "granary-browser/obstacle.js",
            "granary-browser/whole.js",
            "icon-192.png",
            "icon-512.png",
            "published/api.js",
            "published/engine.js",
            "published/file.js",
            "published/kept.js",
            "published/place.js",
            "reader/awari.js",
            "reader/chexers.js",
            "reader/crc.js",
            "reader/errors.js",
            "reader/games.js",
            "reader/granary.js",
            "reader/layers.js",
            "reader/line.js",
            "reader/manifest.js",
            "reader/network.js",
            "reader/packed.js",
            "reader/requests.js",
            "reader/sealed.js",
            "reader/store.js",
            "reader/winloss.js");

    /** The engine that runs in a browser, for pages that want it. */
    private static final List<String> ENGINE = List.of(
            "granary-browser/engine.js",
            "granary-browser/engine.wasm",
            "granary-browser/runtime.js",
            "granary-browser/worker.js");

    private PageFiles() {}

    /** Returns the names of what a server sends. */
    public static List<String> served() {
        return Stream.concat(SHARED.stream(), SERVED.stream()).toList();
    }

    /** Returns the names of what is published, the service worker apart. */
    static List<String> published() {
        return Stream.concat(SHARED.stream(), PUBLISHED.stream()).toList();
    }

    /** Returns the names of what is published for those who want the engine. */
    static List<String> engine() {
        return ENGINE;
    }

    /** Returns a file's text. */
    static String text(String name) {
        return new String(read(name), StandardCharsets.UTF_8);
    }

    /** Returns a file's bytes. */
    public static byte[] read(String name) {
        try (InputStream in = PageFiles.class.getResourceAsStream(name.startsWith(FOLDER) ? "/" + name : name)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
