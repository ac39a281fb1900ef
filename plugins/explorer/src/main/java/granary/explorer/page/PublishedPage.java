package granary.explorer.page;

import granary.builder.build.BuildListener;
import granary.builder.seal.UnsealedFiles;
import granary.builder.store.LayerFiles;
import granary.command.host.SitePage;
import granary.command.kit.Json;
import granary.command.kit.Progress;
import granary.explorer.api.Distributions;
import granary.explorer.api.LayerExamples;
import granary.explorer.api.ServedDatabase;
import granary.format.FileDigest;
import granary.statistics.LayerCounter;
import granary.statistics.LayerStatistics;
import granary.statistics.StatisticsFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The explorer's page for a host of files. Beside the page's own files it has, in {@value #ANSWERS}, answers of the server's API that
 * take the whole database: what it holds, its files, and of each layer the counts and an index of examples.
 */
public final class PublishedPage implements SitePage {
    private static final String ANSWERS = "explorer";
    private static final String WORKER = "service-worker.js";
    private static final int VERSION_DIGITS = 12;

    private static final Pattern COMMENT_LINES = Pattern.compile("(?m)^ *(//|/\\*\\*|\\*).*\n");

    private static final Map<String, String> TYPES = Map.of(
            "html",
            "text/html",
            "css",
            "text/css",
            "js",
            "text/javascript",
            "svg",
            "image/svg+xml",
            "json",
            "application/json");

    /** Makes the page. */
    public PublishedPage() {}

    @Override
    public void write(List<Path> directories, Path site, PrintWriter out) throws IOException {
        try (ServedDatabase served = ServedDatabase.open(ServedDatabase.nameOf(directories.getFirst()), directories)) {
            Path answers = Files.createDirectory(site.resolve(ANSWERS));
            Map<String, Object> description = served.toJson();
            description.put("search", false);
            writeJson(answers.resolve("database.json"), description);
            writeJson(answers.resolve("files.json"), Map.of("files", served.filesToJson()));
            writeLayers(served, answers, out);
        }
        for (Map.Entry<String, byte[]> file : files().entrySet()) {
            Path path = site.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
    }

    private static void writeJson(Path file, Object json) throws IOException {
        Files.writeString(file, Json.line(json));
    }

    private static void writeLayers(ServedDatabase served, Path answers, PrintWriter out) throws IOException {
        if (served.database().layers().isEmpty()) {
            return;
        }
        int threads = Runtime.getRuntime().availableProcessors();
        StatisticsFiles kept = new StatisticsFiles(served.database());
        try (Progress progress = new Progress(
                        out, served.game(), served.database().layers().last());
                UnsealedFiles unsealed = new UnsealedFiles(served.database(), null, threads, progress)) {
            for (int layer : served.database().layers()) {
                long start = System.nanoTime();
                long positions = served.game().size(layer);
                int quantities = served.database().distanceLayers().contains(layer) ? 2 : 1;
                Optional<LayerStatistics> found = kept.find(layer);
                progress.layerBegins(layer, positions, positions * quantities * (found.isPresent() ? 1 : 2));
                LayerStatistics statistics =
                        found.isPresent() ? found.get() : counted(layer, unsealed, threads, progress);
                Map<String, Object> json = Distributions.toJson(statistics);
                json.put("examples", new LayerExamples(served, threads, progress).of(layer));
                writeJson(answers.resolve(String.format(Locale.ROOT, "layer-%03d.json", layer)), json);
                progress.layerEnds(layer, positions, Duration.ofNanos(System.nanoTime() - start));
            }
        }
    }

    private static LayerStatistics counted(int layer, UnsealedFiles unsealed, int threads, BuildListener listener)
            throws IOException {
        try (LayerFiles files = unsealed.upTo(layer)) {
            return new LayerCounter(files, threads, listener).values(layer);
        }
    }

    @Override
    public Map<String, String> mediaTypes() {
        Map<String, String> types = new LinkedHashMap<>();
        files().keySet().forEach(name -> types.put(name, TYPES.get(name.substring(name.lastIndexOf('.') + 1))));
        types.put(ANSWERS + "/database.json", TYPES.get("json"));
        return types;
    }

    /** Returns the page's own files by name, the page itself first. */
    static Map<String, byte[]> files() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        PublishedHtml html = new PublishedHtml();
        files.put("index.html", html.index());
        files.put("rules.html", html.rules());
        for (String name : PageFiles.published()) {
            if (!name.endsWith(".html")) {
                files.put("assets/" + name, name.endsWith(".js") ? script(name) : PageFiles.read(name));
            }
        }
        files.put(WORKER, worker(files));
        return files;
    }

    /** Returns a module as it is published: answers come from files, and lines of comments are left away, a fifth of all. */
    private static byte[] script(String name) {
        String script = new String(PageFiles.read(name), StandardCharsets.UTF_8);
        if (name.equals("source.js")) {
            script = script.replace("'./server/", "'./published/");
        }
        return COMMENT_LINES.matcher(script).replaceAll("").strip().concat("\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Returns the service worker, which differs as soon as any file does. */
    private static byte[] worker(Map<String, byte[]> files) {
        List<String> names = new ArrayList<>(List.of("")); // the page at the address of its directory
        names.addAll(files.keySet());
        StringBuilder digests = new StringBuilder();
        files.values().forEach(file -> digests.append(FileDigest.of(file)));
        String version = FileDigest.of(digests.toString().getBytes(StandardCharsets.UTF_8))
                .substring(0, VERSION_DIGITS);
        String script = new String(PageFiles.read("published/" + WORKER), StandardCharsets.UTF_8);
        return ("const VERSION = " + Json.line(version) + ";\nconst FILES = " + Json.line(names) + ";\n\n" + script)
                .getBytes(StandardCharsets.UTF_8);
    }
}
