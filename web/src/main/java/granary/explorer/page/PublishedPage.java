package granary.explorer.page;

import granary.builder.file.Disk;
import granary.builder.store.LayerFiles;
import granary.command.kit.Progress;
import granary.database.Listing;
import granary.explorer.api.CheckedJson;
import granary.explorer.api.Distributions;
import granary.explorer.api.LayerExamples;
import granary.explorer.api.ServedDatabase;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.statistics.LayerCounter;
import granary.statistics.LayerStatistics;
import granary.statistics.StatisticsFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The explorer's page for a host of files. Beside the page's own files it has, in {@value #ANSWERS}, answers of the server's API that
 * take the whole database: what it holds, its files, and of each packed layer the counts and an index of examples.
 */
public class PublishedPage {
    private static final String ANSWERS = "explorer";
    private static final Disk DISK = new Disk();
    private static final int THREADS = Runtime.getRuntime().availableProcessors();

    /** Makes the page. */
    public PublishedPage() {}

    /**
     * Writes the page's files. What was written before an interruption, of the same database, is not made again.
     *
     * @param listing the files of the database, in a directory
     * @param site the directory to be copied to a web server; the page reads the database's files there
     * @param out receives the progress, a line for each layer
     * @throws granary.error.DatabaseException when a file cannot be read
     * @throws granary.builder.OperationInterruptedException when the user stops it
     */
    public void write(Listing listing, Path site, PrintWriter out) throws IOException {
        Path directory = LayerFiles.directory(listing.source()).directory();
        Manifest manifest = listing.manifest();
        try (ServedDatabase served = ServedDatabase.open(ServedDatabase.nameOf(directory), listing)) {
            Path answers = site.resolve(ANSWERS);
            DISK.createDirectories(answers);
            writeJson(answers.resolve("database.json"), served.toJson());
            writeJson(answers.resolve("files.json"), Map.of("files", served.filesToJson()));
            SortedSet<Integer> missing = new TreeSet<>();
            for (int layer : manifest.files(FileKind.SCORES).keySet()) {
                if (!LayerExamples.isWritten(site, layer)) {
                    missing.add(layer);
                }
            }
            if (!missing.isEmpty()) {
                writeLayers(served, missing, site, out);
            }
            SortedMap<Integer, Manifest.Entry> compressed = manifest.files(FileKind.COMPRESSED);
            if (!compressed.isEmpty()) {
                out.println("the page has no counts and no examples of compressed layers, from " + compressed.firstKey()
                        + " on; for these, decompress first: granary decompress --dir " + directory + " --out PACKED");
            }
        }
        for (Map.Entry<String, byte[]> file : PublishedFiles.all().entrySet()) {
            Path path = site.resolve(file.getKey());
            DISK.createDirectories(path.getParent());
            DISK.publish(path, file.getValue());
        }
    }

    private static void writeJson(Path file, Map<String, Object> json) throws IOException {
        DISK.publish(file, CheckedJson.bytes(json));
    }

    /** Writes counts and examples of layers. */
    private static void writeLayers(ServedDatabase served, SortedSet<Integer> layers, Path site, PrintWriter out)
            throws IOException {
        StatisticsFiles kept = new StatisticsFiles(served.database());
        try (LayerFiles files = new LayerFiles(served.database().listing(), served.game(), true);
                Progress progress = Progress.ofResumable(out, served.game(), layers.last())) {
            for (int layer : layers) {
                long positions = served.game().size(layer);
                int quantities = LayerCounter.files(served.database(), layer);
                Optional<LayerStatistics> found = kept.find(layer);
                progress.layerBegins(layer, positions, positions * quantities * (found.isPresent() ? 1 : 2));
                LayerStatistics statistics = found.isPresent()
                        ? found.get()
                        : new LayerCounter(files, THREADS, progress).count(layer, false);
                Map<String, Object> json = Distributions.toJson(statistics);
                json.put("examples", new LayerExamples(served, THREADS, progress).of(layer));
                writeJson(site.resolve(LayerExamples.fileName(layer)), json);
                progress.layerEnds();
            }
        }
    }
}
