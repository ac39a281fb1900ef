package granary.builder.build;

import granary.builder.Monitor;
import java.time.Duration;

/** Hears of the layers of a build; the phases inside a layer come through {@link Monitor}. */
public interface BuildListener extends Monitor {
    /**
     * A layer begins.
     *
     * @param layer its number
     * @param positions its positions
     * @param steps how many steps it will advance by in all
     */
    default void layerBegins(int layer, long positions, long steps) {}

    /** A layer is published. */
    default void layerEnds(int layer, long positions, Duration time) {}

    /** A listener that says nothing and never stops. */
    BuildListener SILENT = new BuildListener() {};
}
