package granary.explorer.page;

import granary.format.FileDigest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The files of the page in the jar. Scripts are found by {@link Modules}. */
public final class PageFiles {
    /** The folder of another module. */
    private static final String FOLDER = "granary-browser/";

    /** The files that open the engine, and those that open them. */
    private static final String OPENED = FOLDER + "engine.js";

    private static final String OPENS = "engine.js";

    private static final List<String> SHARED = List.of("index.html", "rules.html", "404.html", "icon.svg", "style.css");
    private static final List<String> SERVED = List.of("api.html", "openapi.json");
    private static final List<String> PUBLISHED = List.of("icon-192.png", "icon-512.png", "published/file.js");

    /** The engine that runs in a browser, without the modules of it that the page imports at once. */
    private static final List<String> ENGINE =
            List.of(OPENED, "granary-browser/engine.wasm", "granary-browser/runtime.js", "granary-browser/worker.js");

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html",
            "css", "text/css",
            "js", "text/javascript",
            "svg", "image/svg+xml",
            "json", "application/json");

    private PageFiles() {}

    /** Returns the names of what a server sends. */
    public static List<String> served() {
        List<String> roots = List.of("app.js", "rules.js", "server/reference.js");
        return Stream.concat(withShared(SERVED, Modules.all(roots, PageFiles::text)).stream(), ENGINE.stream())
                .toList();
    }

    /**
     * Returns the names of what is published, the service worker apart.
     *
     * @param script gives a module's text as it is published
     */
    static List<String> published(UnaryOperator<String> script) {
        return withShared(PUBLISHED, Modules.all(List.of("app.js", "rules.js"), script));
    }

    private static List<String> withShared(List<String> others, Set<String> modules) {
        return Stream.of(SHARED, others, modules).flatMap(Collection::stream).toList();
    }

    /** Returns the names of what is published for those who want the engine. */
    static List<String> engine() {
        return ENGINE;
    }

    /** Returns a file's media type, or null where browsers need none. */
    public static String mediaType(String name) {
        return TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    }

    /** Returns a file's text. */
    static String text(String name) {
        return new String(read(name), StandardCharsets.UTF_8);
    }

    /** Returns a file's bytes. The page's engine names the digest of what it opens. */
    public static byte[] read(String name) {
        byte[] bytes = bytes(name);
        return name.equals(OPENS)
                ? new String(bytes, StandardCharsets.UTF_8)
                        .replace("@engine.js@", integrity(bytes(OPENED)))
                        .getBytes(StandardCharsets.UTF_8)
                : bytes;
    }

    /** Returns a digest as browsers compare it. */
    static String integrity(byte[] bytes) {
        return "sha256-"
                + Base64.getEncoder().encodeToString(FileDigest.sha256().digest(bytes));
    }

    private static byte[] bytes(String name) {
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
