package granary.statistics;

import com.google.gson.Gson;
import granary.builder.file.Disk;
import granary.builder.store.LayerFiles;
import granary.database.Database;
import granary.database.Listing;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.Manifest;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/**
 * The statistics files in a database's directory, one for each layer. Each names the digests of the layer's files that
 * it was counted from. When a digest differs, the statistics are ignored. A layer's digest also covers the layers
 * below, because the file's references hold their digests.
 */
public final class StatisticsFiles {
    /** The version of the format. Changes whenever the meaning of a number changes. */
    private static final int VERSION = 1;

    private static final Gson GSON = new Gson();

    private final Database database;
    private final Manifest manifest;

    /** Gives access to the statistics files of a database. */
    public StatisticsFiles(Database database) {
        this.database = database;
        this.manifest = database.listing().manifest();
    }

    /** The content of a file: the digests of the files that were counted, and its own digest. */
    private record Kept(
            int version, String scores, String distances, String bounds, String digest, LayerStatistics statistics) {}

    /**
     * Returns the saved statistics of a layer. Empty when there are none, they are damaged, or the layer has changed
     * since.
     *
     * @throws IOException when the file cannot be read; it is named
     */
    public Optional<LayerStatistics> find(int layer) throws IOException {
        try {
            String json = Files.readString(file(layer));
            LayerStatistics statistics = GSON.fromJson(json, Kept.class).statistics;
            boolean holds = json.equals(json(statistics)) && statistics.layer() == layer;
            return holds ? Optional.of(statistics) : Optional.empty();
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (CharacterCodingException | RuntimeException e) {
            return Optional.empty(); // damaged: counted again
        } catch (IOException e) {
            throw Disk.named(file(layer), e);
        }
    }

    /**
     * Returns the saved statistics of a layer, as {@link #find(int)} does, unless moves are wanted and were not counted.
     *
     * @throws IOException when the disk fails
     */
    public Optional<LayerStatistics> find(int layer, boolean withMoves) throws IOException {
        return find(layer).filter(kept -> !withMoves || kept.moves() != null);
    }

    /**
     * Saves the statistics of a layer, replacing any earlier file. The file is complete or absent, even after a crash.
     *
     * @throws IOException when the directory cannot be written
     */
    public void keep(LayerStatistics statistics) throws IOException {
        new Disk().publish(file(statistics.layer()), json(statistics).getBytes(StandardCharsets.UTF_8));
    }

    private Path file(int layer) {
        return LayerFiles.directory(database.listing().source()).path(name(layer));
    }

    /** Returns the name of the file in which the statistics of a layer are kept. */
    public static String name(int layer) {
        return String.format(Locale.ROOT, "statistics-%03d.json", layer);
    }

    /**
     * Copies the statistics of layers to a database that holds the same scores, to whose digest they belong.
     *
     * @throws IOException when the disk fails
     */
    public static void copy(Listing from, Path to, Collection<Integer> layers) throws IOException {
        for (int layer : layers) {
            Path counted = LayerFiles.directory(from.source()).path(name(layer));
            if (Files.exists(counted)) {
                new Disk().publish(to.resolve(name(layer)), Files.readAllBytes(counted));
            }
        }
    }

    /** The whole content of the file that keeps statistics of the database as it is. */
    private String json(LayerStatistics statistics) {
        int layer = statistics.layer();
        byte[] counts = GSON.toJson(statistics).getBytes(StandardCharsets.UTF_8);
        return GSON.toJson(new Kept(
                VERSION,
                database.scoresDigest(layer),
                digest(FileKind.DISTANCES, layer),
                digest(FileKind.BOUNDS, layer),
                FileDigest.of(counts),
                statistics));
    }

    private String digest(FileKind kind, int layer) {
        return database.listing().has(kind, layer) ? manifest.entry(kind, layer).digest() : "";
    }
}
