package granary.command.host;

import granary.builder.CheckFailedException;
import granary.database.Database;
import granary.database.Listing;
import granary.format.LayerHeader;
import granary.format.Manifest;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Asks a web server for parts of a published database in the ways that readers do, and prints what it should change. */
final class HostCheck {
    private static final int OK = 200;
    private static final int PARTIAL = 206;
    private static final int OUT_OF_RANGE = 416;

    private final Path site;
    private final Optional<SitePage> page;
    private final PrintWriter out;
    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(30))
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
    private int failures;

    /**
     * Prepares a check.
     *
     * @param site an address
     * @param page the page that may have been published with the database
     */
    HostCheck(Path site, Optional<SitePage> page, PrintWriter out) {
        this.site = site;
        this.page = page;
        this.out = out;
    }

    /**
     * Checks the server.
     *
     * @throws CheckFailedException when readers could not work with it
     * @throws granary.error.DatabaseException when it does not offer a database
     */
    void run() throws IOException, InterruptedException {
        Listing listing = new Listing(List.of(site));
        Map.Entry<String, Manifest.Entry> largest = listing.manifest().allFiles().entrySet().stream()
                .max(Comparator.comparingLong(file -> file.getValue().length()))
                .orElseThrow(() -> new CheckFailedException(site + " holds no layer"));
        checkRanges(listing.path(largest.getKey()).toUri(), largest.getValue().length());
        if (page.isPresent()) {
            checkPage(page.get().mediaTypes());
        }
        if (failures == 0) {
            try (Database database = Database.open(site)) {
                out.println("ok: " + database.game().identity() + ", "
                        + database.layers().size() + " layers, all files have their lengths and headers");
            }
        } else {
            throw new CheckFailedException(site + " does not answer as readers need it: " + failures
                    + (failures == 1 ? " failure" : " failures") + " (docs/http.md, hosting.txt)");
        }
    }

    private void checkRanges(URI file, long length) throws IOException, InterruptedException {
        Answer first = ask(file, 0, LayerHeader.LENGTH - 1L);
        if (first.status() != PARTIAL) {
            say(
                    false,
                    "range requests",
                    first.status() == OK ? "the server sends whole files" : "status " + first.status());
            return;
        }
        say(
                first.body().length == LayerHeader.LENGTH
                        && first.header("Content-Range").equals("bytes 0-" + (LayerHeader.LENGTH - 1) + "/" + length),
                "range requests",
                first.body().length + " bytes, Content-Range: " + first.header("Content-Range"));
        say(
                first.header("Content-Encoding").equals("none")
                        || first.header("Content-Encoding").equals("identity"),
                "bytes as they are",
                "Content-Encoding: " + first.header("Content-Encoding"));
        Answer last = ask(file, length - 1, length - 1);
        say(
                last.status() == PARTIAL
                        && first.version().isPresent()
                        && first.version().equals(last.version()),
                "the same version for each range",
                first.version().orElse("neither ETag nor Last-Modified")
                        + last.version().map(other -> ", then " + other).orElse(""));
        int beyond = ask(file, length, length + 9).status();
        say(beyond == OUT_OF_RANGE, "status 416 beyond the end", "status " + beyond);
        note(
                first.response().version() == HttpClient.Version.HTTP_2,
                "HTTP/2",
                "HTTP/1.1: a lookup may need several connections");
        note(
                first.header("Access-Control-Allow-Origin").equals("*"),
                "reading by pages of other hosts",
                "Access-Control-Allow-Origin: " + first.header("Access-Control-Allow-Origin"));
    }

    /** An answer with the beginning of its body. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares answers
    private record Answer(HttpResponse<InputStream> response, byte[] body) {
        int status() {
            return response.statusCode();
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("none");
        }

        Optional<String> version() {
            return response.headers()
                    .firstValue("ETag")
                    .or(() -> response.headers().firstValue("Last-Modified"));
        }
    }

    private Answer ask(URI file, long from, long to) throws IOException, InterruptedException {
        boolean isSecure = "https".equalsIgnoreCase(file.getScheme());
        HttpRequest request = HttpRequest.newBuilder(file)
                .version(isSecure ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1)
                .timeout(Duration.ofSeconds(30))
                .header("Range", "bytes=" + from + "-" + to)
                .header("Accept-Encoding", "gzip")
                .header("Origin", "https://example.org")
                .build();
        HttpResponse<InputStream> response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream in = response.body()) { // closing it ends a whole file that nobody asked for
            return new Answer(response, in.readNBytes(2 * LayerHeader.LENGTH));
        }
    }

    /** Checks that all files of the page are there, as what browsers take them for, if the page itself is. */
    private void checkPage(Map<String, String> types) throws IOException, InterruptedException {
        if (askFor(types.keySet().iterator().next()).statusCode() != OK) {
            out.println("note: no page (granary publish --page)");
            return;
        }
        List<String> wrong = new ArrayList<>();
        for (Map.Entry<String, String> file : types.entrySet()) {
            HttpResponse<InputStream> response = askFor(file.getKey());
            String type = response.headers().firstValue("Content-Type").orElse("no Content-Type");
            if (response.statusCode() != OK) {
                wrong.add(file.getKey() + ": status " + response.statusCode());
            } else if (!isOf(file.getValue(), type)) {
                wrong.add(file.getKey() + ": " + type + ", not " + file.getValue());
            }
        }
        say(wrong.isEmpty(), "the page, " + types.size() + " files", String.join("; ", wrong));
    }

    /** Tells whether a browser takes a type for the one that it needs: there are two names for JavaScript. */
    private static boolean isOf(String needed, String type) {
        String plain = type.replaceFirst(";.*", "").strip().toLowerCase(Locale.ROOT);
        return plain.equals(needed) || (needed.equals("text/javascript") && plain.equals("application/javascript"));
    }

    private HttpResponse<InputStream> askFor(String name) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(site.toUri().resolve(name))
                .timeout(Duration.ofSeconds(30))
                .build();
        HttpResponse<InputStream> response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        response.body().close();
        return response;
    }

    private void say(boolean isMet, String what, String found) {
        out.println(isMet ? "ok: " + what : "FAILED: " + what + " (" + found + ")");
        failures += isMet ? 0 : 1;
    }

    private void note(boolean isMet, String what, String found) {
        out.println(isMet ? "ok: " + what : "note: not offered: " + what + " (" + found + ")");
    }
}
