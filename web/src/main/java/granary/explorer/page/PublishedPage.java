package granary.explorer.page;

import granary.builder.account.Needs;
import granary.builder.file.Disk;
import granary.builder.seal.UnsealedFiles;
import granary.builder.seal.Unsealing;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerFiles;
import granary.command.kit.Progress;
import granary.database.Database;
import granary.database.Listing;
import granary.explorer.api.CheckedJson;
import granary.explorer.api.Distributions;
import granary.explorer.api.LayerExamples;
import granary.explorer.api.ServedDatabase;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import granary.statistics.LayerCounter;
import granary.statistics.LayerStatistics;
import granary.statistics.StatisticsFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The explorer's page for a host of files. Beside the page's own files it has, in {@value #ANSWERS}, answers of the server's API that
 * take the whole database: what it holds, its files, and of each layer the counts and an index of examples.
 */
public class PublishedPage {
    private static final String ANSWERS = "explorer";
    private static final String UNSEALED = "unsealed";
    private static final Disk DISK = new Disk();
    private static final int THREADS = Runtime.getRuntime().availableProcessors();

    /** Makes the page. */
    public PublishedPage() {}

    /**
     * Writes the page's files. What was written before an interruption, of the same database, is not made again.
     *
     * @param directory the database's directory
     * @param site the directory to be copied to a web server; the page reads the database's files there
     * @param unfinished a directory for files that are needed until the site is finished, and kept over interruptions
     * @param out receives the progress, a line for each layer
     * @throws granary.error.DatabaseException when a file cannot be read
     * @throws granary.builder.OperationInterruptedException when the user stops it
     */
    public void write(Path directory, Path site, Path unfinished, PrintWriter out) throws IOException {
        try (ServedDatabase served = ServedDatabase.open(ServedDatabase.nameOf(directory), directory)) {
            Path answers = site.resolve(ANSWERS);
            DISK.createDirectories(answers);
            writeJson(answers.resolve("database.json"), served.toJson());
            writeJson(answers.resolve("files.json"), Map.of("files", served.filesToJson()));
            SortedSet<Integer> layers = missing(served.database().layers(), site);
            if (!layers.isEmpty()) {
                writeLayers(served, layers, site, unfinished.resolve(UNSEALED), out);
            }
        }
        for (Map.Entry<String, byte[]> file : PublishedFiles.all().entrySet()) {
            Path path = site.resolve(file.getKey());
            DISK.createDirectories(path.getParent());
            DISK.publish(path, file.getValue());
        }
    }

    /**
     * Returns the bytes of the temporary files that {@link #write} makes; 0 when an interrupted call has begun them.
     *
     * @param game the database's game
     * @param manifest the files that the site has of the database
     * @param site see there
     * @param unfinished see there
     */
    public long scratchBytes(Game game, Manifest manifest, Path site, Path unfinished) {
        SortedSet<Integer> needed = needed(manifest.scoreLayers(), missing(manifest.scoreLayers(), site));
        if (isPacked(manifest, needed) || Files.exists(unfinished.resolve(UNSEALED))) {
            return 0;
        }
        Needs needs = Unsealing.needs(game, needed, THREADS);
        return needs.disk() + needs.scratch();
    }

    /** Returns the layers whose counts and examples are not written yet. */
    private static SortedSet<Integer> missing(SortedSet<Integer> all, Path site) {
        SortedSet<Integer> layers = new TreeSet<>(all);
        layers.removeIf(layer -> LayerExamples.isWritten(site, layer));
        return layers;
    }

    /** Returns the layers that are read to count some. */
    private static SortedSet<Integer> needed(SortedSet<Integer> all, SortedSet<Integer> counted) {
        return counted.isEmpty() ? counted : all.headSet(counted.last() + 1);
    }

    private static boolean isPacked(Manifest manifest, SortedSet<Integer> layers) {
        return manifest.files(FileKind.SCORES).keySet().containsAll(layers);
    }

    private static void writeJson(Path file, Map<String, Object> json) throws IOException {
        DISK.publish(file, CheckedJson.bytes(json));
    }

    /** Writes counts and examples of layers. Sealed ones are unsealed first, once for both, with the layers below that takes. */
    private static void writeLayers(
            ServedDatabase served, SortedSet<Integer> layers, Path site, Path unsealed, PrintWriter out)
            throws IOException {
        Database database = served.database();
        SortedSet<Integer> needed = needed(database.layers(), layers);
        StatisticsFiles kept = new StatisticsFiles(database);
        if (isPacked(database.listing().manifest(), needed)) {
            writeLayers(served, kept, layers, site, out);
            return;
        }
        Listing unsealedToo;
        try (DatabaseDirectory to = new DatabaseDirectory(unsealed, served.game());
                Progress progress = progress(served, needed.last(), out)) {
            if (!to.manifest().files(FileKind.SCORES).keySet().containsAll(needed)) {
                out.println("unsealing, to count and find examples:");
            }
            int threads = Unsealing.require(database, needed, to, THREADS);
            new Unsealing(database, to, threads, progress).run(needed);
            unsealedToo = UnsealedFiles.over(to, database.listing());
        }
        out.println("counting and finding examples:");
        try (ServedDatabase packed = ServedDatabase.open(served.name(), unsealedToo)) {
            writeLayers(packed, kept, layers, site, out);
        }
    }

    private static void writeLayers(
            ServedDatabase packed, StatisticsFiles kept, SortedSet<Integer> layers, Path site, PrintWriter out)
            throws IOException {
        try (LayerFiles files = new LayerFiles(packed.database().listing(), packed.game());
                Progress progress = progress(packed, layers.last(), out)) {
            progress.workOn(layers);
            for (int layer : layers) {
                long start = System.nanoTime();
                long positions = packed.game().size(layer);
                int quantities = packed.database().distanceLayers().contains(layer) ? 2 : 1;
                Optional<LayerStatistics> found = kept.find(layer);
                progress.layerBegins(layer, positions, positions * quantities * (found.isPresent() ? 1 : 2));
                LayerStatistics statistics = found.isPresent()
                        ? found.get()
                        : new LayerCounter(files, THREADS, progress).count(layer, false);
                Map<String, Object> json = Distributions.toJson(statistics);
                json.put("examples", new LayerExamples(packed, THREADS, progress).of(layer));
                writeJson(site.resolve(LayerExamples.fileName(layer)), json);
                progress.layerEnds(layer, positions, Duration.ofNanos(System.nanoTime() - start));
            }
        }
    }

    private static Progress progress(ServedDatabase served, int top, PrintWriter out) {
        return Progress.ofResumable(out, served.game(), top);
    }
}
