package granary.statistics;

import com.google.gson.Gson;
import granary.builder.file.Disk;
import granary.builder.store.DatabaseDirectory;
import granary.database.Database;
import granary.format.FileDigest;
import granary.format.Manifest;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The statistics that are kept in a database's directory, a file for each layer. They hold for the digests of the layer's
 * files that stand in them; after any change of these they are as good as not there. A digest covers those of the layers
 * below by way of the file's basis.
 */
public final class StatisticsFiles {
    /** Of files whose numbers mean something else. */
    private static final int VERSION = 1;

    private static final Gson GSON = new Gson();

    private final Disk disk;
    private final Database database;
    private final Manifest manifest;

    /** Creates the access to the statistics that are kept of a database. */
    public StatisticsFiles(Database database) {
        this(database, new Disk());
    }

    StatisticsFiles(Database database, Disk disk) {
        this.disk = disk;
        this.database = database;
        this.manifest = database.listing().manifest();
    }

    /** What a file holds: the digests of the files that it holds for, and its own. */
    private record Kept(int version, String scores, String distances, String digest, LayerStatistics statistics) {}

    /**
     * Returns what was kept of a layer as it is now; empty when there is nothing, or nothing that can be read.
     *
     * @throws IOException when the disk fails
     */
    public Optional<LayerStatistics> find(int layer) throws IOException {
        try {
            Kept kept = GSON.fromJson(Files.readString(file(layer)), Kept.class);
            boolean holds = kept.equals(of(layer, kept.statistics)) && kept.statistics.layer() == layer;
            return holds ? Optional.of(kept.statistics) : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (CharacterCodingException | RuntimeException e) {
            return Optional.empty(); // damaged: counted again
        }
    }

    /**
     * Keeps the statistics of a layer, in place of any before. The file is whole or absent.
     *
     * @throws IOException when the directory cannot be written
     */
    public void keep(LayerStatistics statistics) throws IOException {
        byte[] json = GSON.toJson(of(statistics.layer(), statistics)).getBytes(StandardCharsets.UTF_8);
        disk.publish(file(statistics.layer()), json);
    }

    private Path file(int layer) {
        return database.directory().resolve(DatabaseDirectory.statisticsName(layer));
    }

    private Kept of(int layer, LayerStatistics statistics) {
        byte[] json = GSON.toJson(statistics).getBytes(StandardCharsets.UTF_8);
        boolean withDistances = database.distanceLayers().contains(layer);
        return new Kept(
                VERSION,
                manifest.layers().get(layer).digest(),
                withDistances ? manifest.distances().get(layer).digest() : "",
                FileDigest.of(json),
                statistics);
    }
}
