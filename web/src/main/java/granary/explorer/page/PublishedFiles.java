package granary.explorer.page;

import granary.command.kit.Json;
import granary.format.FileDigest;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The page's own files as they are published: with relative addresses, and with answers from files instead of a server's. */
final class PublishedFiles {
    private static final String ASSETS = "assets/";
    private static final String APP = "app.webmanifest";
    /** The script that says why others do not run. */
    private static final String FIRST = "published/file.js";

    private static final String WORKER = "service-worker.js";
    private static final int VERSION_DIGITS = 12;

    /** Lines of comments, and the spaces in front of others. */
    private static final Pattern LAYOUT = Pattern.compile("(?m)^ *(//|/\\*\\*|\\*).*\n|^ +");

    private PublishedFiles() {}

    /** Returns all files by name, the page itself first. */
    static Map<String, byte[]> all() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        put(files, "index.html", index());
        for (String name : List.of("rules.html", "404.html")) {
            put(files, name, replaced(relative(name), "href=\"/\"", "href=\"./\""));
        }
        for (String name : PageFiles.published(PublishedFiles::script)) {
            if (!name.endsWith(".html")) {
                files.put(ASSETS + name, asset(name));
            }
        }
        put(files, APP, PageFiles.text("published/" + APP));
        List<String> first = List.copyOf(files.keySet());
        for (String name : PageFiles.engine()) {
            files.put(ASSETS + name, PageFiles.read(name)); // as it is: the engine names the digests of its parts
        }
        put(files, WORKER, worker(files, first));
        return files;
    }

    private static void put(Map<String, byte[]> files, String name, String text) {
        files.put(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] asset(String name) {
        return name.endsWith(".js") ? script(name).getBytes(StandardCharsets.UTF_8) : PageFiles.read(name);
    }

    private static String index() {
        Set<String> needed = Modules.needed("app.js", PublishedFiles::script);
        Set<String> rest = Modules.all(List.of("app.js"), PublishedFiles::script);
        rest.removeAll(needed);
        int bytes = needed.stream().mapToInt(name -> script(name).length()).sum();
        StringBuilder head = new StringBuilder();
        head.append("<script defer data-bytes=\"" + bytes + "\" src=\"assets/" + FIRST + "\"></script>\n");
        needed.forEach(name -> head.append(preload("", name)));
        rest.forEach(name -> head.append(preload(" fetchpriority=\"low\"", name)));
        head.append("<link rel=\"manifest\" href=\"" + APP + "\">\n<link rel=\"icon\"");
        String html = replaced(relative("index.html"), "<link rel=\"icon\"", head.toString());
        html = replaced(html, "    <a href=\"/api\">API</a>\n", "");
        html = replaced(html, "</title>", "</title>\n<link rel=\"apple-touch-icon\" href=\"assets/icon-192.png\">");
        return replaced(html, "Programs use the <a href=\"/api/v1/openapi.json\">API</a>; the", "The");
    }

    /** Returns the line that has a module loaded. One of which a digit has changed is refused, and what imports it does not run. */
    private static String preload(String attributes, String name) {
        return "<link rel=\"modulepreload\"" + attributes + " href=\"" + ASSETS + name + "\" integrity=\""
                + PageFiles.integrity(asset(name)) + "\">\n";
    }

    private static String relative(String name) {
        String html = replaced(PageFiles.text(name), "\"/assets/", "\"assets/");
        return replaced(html, "\"/rules/", "\"rules.html?game=");
    }

    private static String replaced(String text, String part, String other) {
        if (!text.contains(part)) {
            throw new IllegalStateException("the page lacks " + part);
        }
        return text.replace(part, other);
    }

    /** Returns a module without comments and indentation, a fifth of all bytes. */
    private static String script(String name) {
        String script = PageFiles.text(name);
        if (name.equals("source.js")) {
            script = replaced(script, "'./server/", "'./published/");
        }
        return LAYOUT.matcher(script).replaceAll("").strip() + "\n";
    }

    /** Returns the service worker, which differs as soon as any file does. It keeps the first files at once, others when they are used. */
    private static String worker(Map<String, byte[]> files, List<String> first) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        files.values().forEach(all::writeBytes);
        String version = FileDigest.of(all.toByteArray()).substring(0, VERSION_DIGITS);
        Map<String, String> kept = new LinkedHashMap<>();
        kept.put("", PageFiles.integrity(files.get("index.html"))); // the page at the address of its directory
        Map<String, String> later = new LinkedHashMap<>();
        files.forEach((name, bytes) -> (first.contains(name) ? kept : later).put(name, PageFiles.integrity(bytes)));
        return "const VERSION = " + Json.line(version) + ";\nconst FILES = " + Json.line(kept) + ";\nconst LATER = "
                + Json.line(later) + ";\n" + script("published/" + WORKER);
    }
}
