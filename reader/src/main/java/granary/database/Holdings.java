package granary.database;

import granary.format.FileKind;
import granary.format.LayerTable;
import granary.game.Game;
import granary.storage.StorageSource;
import granary.storage.Wanted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntFunction;

/** What a database holds at one time: the open files of its layers. Immutable. */
final class Holdings {
    /** All listed files, opened or not. */
    final Listing listing;

    final SortedSet<Integer> layers;
    final SortedSet<Integer> distanceLayers;
    /** Whether a file comes from a server. */
    final boolean fetches;

    /** By layer number, null where a file is missing. */
    private final OpenFile[] scores;

    private final OpenFile[] distances;
    /** The tables of the files, so that a lookup does not wait for a load of the {@link OpenFile} (1 to 3 ns). */
    private final LayerTable[] tables;

    private final LayerTable[] distanceTables;

    private Holdings(Listing listing, OpenFile[] scores, OpenFile[] distances) {
        this.listing = listing;
        this.scores = scores;
        this.distances = distances;
        this.tables = new LayerTable[scores.length];
        this.distanceTables = new LayerTable[scores.length];
        SortedSet<Integer> scoreLayers = new TreeSet<>();
        SortedSet<Integer> layersOfDistances = new TreeSet<>();
        boolean any = false;
        for (int layer = 0; layer < scores.length; layer++) {
            if (scores[layer] != null) {
                scoreLayers.add(layer);
                tables[layer] = scores[layer].table;
                any |= scores[layer].storage.fetches();
            }
            if (distances[layer] != null) {
                layersOfDistances.add(layer);
                distanceTables[layer] = distances[layer].table;
                any |= distances[layer].storage.fetches();
            }
        }
        this.layers = Collections.unmodifiableSortedSet(scoreLayers);
        this.distanceLayers = Collections.unmodifiableSortedSet(layersOfDistances);
        this.fetches = any;
    }

    /**
     * Opens the layers that the options want.
     *
     * @param before the holdings so far, whose files stay open, or null
     * @param lookup gives the scores of any layer that the database holds, for sealed positions that are not stored
     */
    static Holdings open(
            Listing listing, Game game, OpenOptions options, Holdings before, IntFunction<LayerTable> lookup) {
        SortedSet<Integer> listed = listing.manifest().scoreLayers();
        int count = listed.isEmpty() ? 0 : listed.last() + 1;
        OpenFile[] scores = before == null ? new OpenFile[count] : Arrays.copyOf(before.scores, count);
        OpenFile[] distances = before == null ? new OpenFile[count] : Arrays.copyOf(before.distances, count);
        List<OpenFile> opened = new ArrayList<>();
        StorageSource.prepareAll(missing(listing, options, scores, distances));
        try {
            for (int layer : listed) {
                if (options.wants(layer)) {
                    if (scores[layer] == null) {
                        FileKind kind = listing.manifest().scoresKind(layer);
                        scores[layer] = new OpenFile(listing, game, kind, layer, options, lookup);
                        opened.add(scores[layer]);
                    }
                    if (distances[layer] == null && listing.has(FileKind.DISTANCES, layer)) {
                        distances[layer] = new OpenFile(listing, game, FileKind.DISTANCES, layer, options, lookup);
                        opened.add(distances[layer]);
                    }
                    if (layer > 0 && scores[layer - 1] != null && options.check() != Check.NONE) {
                        scores[layer].checkBasis(scores[layer - 1]);
                    }
                    if (distances[layer] != null && options.check() != Check.NONE) {
                        distances[layer].checkBasis(scores[layer]);
                    }
                }
            }
        } catch (RuntimeException | Error e) {
            for (OpenFile file : opened) {
                file.storage.close();
            }
            throw e;
        }
        return new Holdings(listing, scores, distances);
    }

    private static List<Path> missing(Listing listing, OpenOptions options, OpenFile[] scores, OpenFile[] distances) {
        List<Path> paths = new ArrayList<>();
        for (int layer : listing.manifest().scoreLayers()) {
            if (options.wants(layer) && scores[layer] == null) {
                paths.add(listing.path(listing.manifest().scoresKind(layer), layer));
            }
            if (options.wants(layer) && distances[layer] == null && listing.has(FileKind.DISTANCES, layer)) {
                paths.add(listing.path(FileKind.DISTANCES, layer));
            }
        }
        return paths;
    }

    /** Returns the digest of a layer's packed scores; the layer is open. */
    String packedDigest(int layer) {
        return scores[layer].packedDigest();
    }

    /** Returns the scores of a layer, or null. */
    LayerTable scores(int layer) {
        return layer < 0 || layer >= tables.length ? null : tables[layer];
    }

    /** Returns the distances of a layer, or null. */
    LayerTable distances(int layer) {
        return layer < 0 || layer >= distanceTables.length ? null : distanceTables[layer];
    }

    /** Adds what a lookup at a place reads to what is wanted; nothing when the layer is missing or the position is not stored. */
    void want(FileKind kind, long place, Wanted wanted) {
        int layer = (int) (place >>> Game.LAYER_SHIFT);
        LayerTable table = kind == FileKind.DISTANCES ? distances(layer) : scores(layer);
        if (table != null) {
            table.want(place & Game.OFFSET_MASK, wanted);
        }
    }

    /** Returns the open files, by layer. */
    List<OpenFile> files() {
        List<OpenFile> files = new ArrayList<>();
        for (int layer : layers) {
            files.add(scores[layer]);
            if (distances[layer] != null) {
                files.add(distances[layer]);
            }
        }
        return files;
    }
}
