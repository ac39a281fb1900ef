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
import granary.statistics.LayerCounter;
import granary.statistics.LayerStatistics;
import granary.statistics.StatisticsFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The explorer's page for a host of files. Beside the page's own files it has, in {@value #ANSWERS}, answers of the server's API that
 * take the whole database: what it holds, its files, and of each layer the counts and an index of examples.
 */
public final class PublishedPage implements SitePage {
    private static final String ANSWERS = "explorer";

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
        for (Map.Entry<String, String> file : PublishedFiles.all().entrySet()) {
            Path path = site.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
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
                writeJson(answers.resolveSibling(LayerExamples.fileName(layer)), json);
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
        PublishedFiles.all()
                .keySet()
                .forEach(name -> types.put(name, TYPES.get(name.substring(name.lastIndexOf('.') + 1))));
        types.put(ANSWERS + "/database.json", TYPES.get("json"));
        return types;
    }
}
