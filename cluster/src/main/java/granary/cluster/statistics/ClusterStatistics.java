package granary.cluster.statistics;

import granary.builder.Monitor;
import granary.builder.store.LayerFiles;
import granary.cluster.Tasks;
import granary.database.Database;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.statistics.LayerCounter;
import granary.statistics.LayerShare;
import granary.statistics.Share;
import granary.statistics.StatisticsFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Counts layers by tasks on the cluster, and keeps the counts where {@code granary stats} finds them. */
public final class ClusterStatistics {
    /** To count fewer positions takes less time than to start a task. */
    private static final long FEW_POSITIONS = 1 << 20;

    private final Tasks tasks;
    private final Database database;
    private final StatisticsFiles files;

    /** Counts a database, which is at the same path on all nodes. */
    public ClusterStatistics(Tasks tasks, Database database) {
        this.tasks = tasks;
        this.database = database;
        this.files = new StatisticsFiles(database);
    }

    /**
     * Counts a layer and keeps the counts, unless they are kept already.
     *
     * @return whether it had to be counted
     * @throws granary.error.DatabaseException when a file is missing or cannot be read
     * @throws IOException when tasks fail, or the directory cannot be written
     */
    public boolean count(int layer) throws IOException {
        SortedMap<Integer, Manifest.Entry> packed =
                database.listing().manifest().files(FileKind.SCORES);
        boolean withMoves = LayerCounter.holdsMoves(new TreeSet<>(packed.keySet()), layer);
        if (files.find(layer, withMoves).isPresent()) {
            return false;
        }
        String directory = Tasks.directory(database.listing());
        int shares = tasks.count(database.game().size(layer) / FEW_POSITIONS + 1);
        List<Share> all = IntStream.range(0, shares)
                .mapToObj(number -> new Share(number, shares))
                .toList();
        List<LayerShare> counted =
                tasks.run("layer " + layer + ": statistics", all, share -> count(directory, layer, withMoves, share));
        try (LayerFiles layers = new LayerFiles(Path.of(directory))) {
            files.keep(new LayerCounter(layers, 1, Monitor.SILENT).sum(layer, counted));
        }
        return true;
    }

    private static LayerShare count(String directory, int layer, boolean withMoves, Share share) {
        try (LayerFiles layers = new LayerFiles(Path.of(directory))) {
            return new LayerCounter(layers, 1, Monitor.SILENT).count(layer, withMoves, share);
        }
    }
}
