package granary.builder.build;

import granary.builder.Monitor;
import java.time.Duration;

/** Is notified of the layers of a build, and as a {@link Monitor} of the phases inside a layer. */
public interface BuildListener extends Monitor {
    /**
     * A layer is begun.
     *
     * @param layer its number
     * @param positions its positions
     * @param steps the total that calls of {@link #advance} will add up to
     */
    default void layerBegins(int layer, long positions, long steps) {}

    /** A layer is published. */
    default void layerEnds(int layer, long positions, Duration time) {}

    /** A listener that ignores everything and never stops the build. */
    BuildListener SILENT = new BuildListener() {};
}
