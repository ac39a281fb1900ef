package granary.builder.database;

import granary.builder.Monitor;
import java.time.Duration;

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

    /** A listener that ignores everything and never stops the build. */
    BuildListener SILENT = new BuildListener() {};
}
