package granary.export;

import granary.builder.InvalidRequestException;
import granary.builder.Monitor;
import granary.database.Database;
import granary.format.LayerTable;
import granary.game.Game;
import java.io.IOException;
import java.time.Duration;
import java.util.SortedSet;

/**
 * The layers and values that an export writes.
 *
 * @param database holds the layers, checked
 * @param layers the layers, one or more
 * @param isDistances whether to write distances instead of scores
 * @param threads the number of threads
 * @param listener receives the beginning and end of each layer and the number of positions written; may stop the export
 */
public record Export(Database database, SortedSet<Integer> layers, boolean isDistances, int threads, Monitor listener) {
    /** Exports one layer. */
    public interface LayerWork {
        /** Exports a layer. */
        void layer(int layer) throws IOException;
    }

    /** Returns the export of one of the layers. */
    public Export of(int layer) {
        SortedSet<Integer> one = layers.subSet(layer, layer + 1);
        return new Export(database, one, isDistances, threads, listener);
    }

    /** Returns the only layer. */
    public int layer() {
        if (layers.size() != 1) {
            throw new IllegalStateException("a file of one layer was asked to hold " + layers);
        }
        return layers.first();
    }

    /** Exports the layers in ascending order and reports each to the listener. */
    public void forLayers(LayerWork work) throws IOException {
        for (int layer : layers) {
            long start = System.nanoTime();
            long positions = database.game().size(layer);
            listener.layerBegins(layer, positions, positions);
            work.layer(layer);
            listener.layerEnds(layer, positions, Duration.ofNanos(System.nanoTime() - start));
        }
    }

    /** Returns the values to write, of the only layer. */
    public LayerTable values() {
        return isDistances ? database.distances(layer()) : database.table(layer());
    }

    /** Returns the size of each value to write, in bytes: 1 or 2. */
    public int width() {
        Game game = database.game();
        boolean isByte = isDistances
                ? values().maximum() <= 0xff
                : game.minScore(layer()) >= Byte.MIN_VALUE && game.maxScore(layer()) <= Byte.MAX_VALUE;
        return isByte ? Byte.BYTES : Short.BYTES;
    }

    /**
     * Refuses {@code --distances}.
     *
     * @param reason why this format has no use for the option
     */
    public void refuseDistances(String reason) {
        if (isDistances) {
            throw new InvalidRequestException("leave out --distances: " + reason);
        }
    }
}
