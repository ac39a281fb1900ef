package granary.builder;

import java.time.Duration;

/**
 * Is notified of the progress of a long computation, layer by layer and inside a layer, and may stop it. Any thread calls it, about once per hundredth of a second of
 * work, so implementations must be fast and thread-safe. Every method does nothing by default.
 */
public interface Monitor {
    /**
     * A layer is begun.
     *
     * @param layer the layer's number
     * @param positions the number of its positions
     * @param steps the sum of all steps that {@link #advance} will report for it
     */
    default void layerBegins(int layer, long positions, long steps) {}

    /** A layer is finished. */
    default void layerEnds(int layer, long positions, Duration time) {}

    /**
     * A phase begins.
     *
     * @param name what is done now, for people: at most 64 ASCII characters
     */
    default void phase(String name) {}

    /**
     * A sweep over the layer has ended.
     *
     * @param sweep its number, from 1
     * @param changed the number of positions whose value changed
     */
    default void sweep(int sweep, long changed) {}

    /** Adds to the steps done. */
    default void advance(long steps) {}

    /**
     * A parallel run of tasks has ended. The thread that began it calls this.
     *
     * @param nanos its duration
     * @param waitingNanos the time that all threads together were not in tasks
     * @param processorNanos the processor time of all threads together, which is less where other programs share the processors
     */
    default void ran(long nanos, long waitingNanos, long processorNanos) {}

    /**
     * Returns normally unless the computation is to stop.
     *
     * @throws OperationInterruptedException when the user asked to stop
     */
    default void check() {}

    /** A monitor that ignores everything and never stops. */
    Monitor SILENT = new Monitor() {};
}
