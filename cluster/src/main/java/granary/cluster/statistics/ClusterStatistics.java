package granary.cluster.statistics;

import granary.builder.Monitor;
import granary.builder.store.LayerFiles;
import granary.cluster.DatabasePath;
import granary.cluster.Tasks;
import granary.database.Database;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.statistics.LayerCounter;
import granary.statistics.LayerShare;
import granary.statistics.Share;
import granary.statistics.StatisticsFiles;
import java.io.IOException;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Counts layers by tasks on the cluster, and keeps the counts where {@code granary stats} finds them. */
public final class ClusterStatistics {
    /** Several tasks for each slot, so that all slots end at about the same time. */
    private static final int TASKS_PER_SLOT = 4;
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
        try (LayerFiles layers = new LayerFiles(database.listing(), database.game())) {
            return count(layer, new LayerCounter(layers, 1, Monitor.SILENT));
        }
    }

    private boolean count(int layer, LayerCounter counter) throws IOException {
        Manifest packed = database.listing().manifest();
        boolean withMoves = LayerCounter.holdsMoves(
                new TreeSet<>(packed.files(FileKind.SCORES).keySet()), layer);
        if (files.find(layer, withMoves).isPresent()) {
            return false;
        }
        DatabasePath path = DatabasePath.of(database.listing());
        long most = database.game().size(layer) / FEW_POSITIONS + 1;
        int shares = (int) Math.min(most, (long) TASKS_PER_SLOT * tasks.slots());
        List<Share> all = IntStream.range(0, shares)
                .mapToObj(number -> new Share(number, shares))
                .toList();
        List<LayerShare> counted =
                tasks.run("layer " + layer + ": statistics", all, share -> count(path, layer, withMoves, share));
        files.keep(counter.sum(layer, counted));
        return true;
    }

    private static LayerShare count(DatabasePath path, int layer, boolean withMoves, Share share) {
        try (LayerFiles layers = path.open()) {
            return new LayerCounter(layers, 1, Monitor.SILENT).count(layer, withMoves, share);
        }
    }
}
