package granary.builder.database;

import granary.builder.Monitor;
import java.time.Duration;
import java.util.SortedSet;

/** Is notified of the layers of a build, and as a {@link Monitor} of the phases inside a layer. */
public interface BuildListener extends Monitor {
    /**
     * A layer is begun.
     *
     * @param layer the layer's number
     * @param positions the number of its positions
     * @param steps the sum of all steps that {@link #advance} will report for it
     */
    default void layerBegins(int layer, long positions, long steps) {}

    /** A layer is published. */
    default void layerEnds(int layer, long positions, Duration time) {}

    /**
     * Other work begins, to which the layers belong that are begun until it ends: a build seals layers that it has finished, or
     * layers are unsealed that are read then.
     *
     * @param name what is done, such as {@code sealing}
     * @param layers the layers
     */
    default void otherWorkBegins(String name, SortedSet<Integer> layers) {}

    /** The other work has ended; what it interrupted goes on. */
    default void otherWorkEnds() {}

    /** A listener that ignores everything and never stops the build. */
    BuildListener SILENT = new BuildListener() {};
}
