package granary.builder;

/**
 * Watches a long computation: told how it goes, asked whether it shall stop. Called from any thread, about every
 * hundredth of a second of work, so implementations must be quick. What an implementation leaves out is passed over.
 */
public interface Monitor {
    /**
     * A phase begins.
     *
     * @param name what is done now, for a person
     */
    default void phase(String name) {}

    /**
     * A sweep over the layer has ended.
     *
     * @param sweep its number, from 1
     * @param changed how many positions changed their score
     */
    default void sweep(int sweep, long changed) {}

    /** Some steps are done. */
    default void advance(long steps) {}

    /**
     * Returns normally unless the user asked to stop.
     *
     * @throws OperationInterruptedException when he did
     */
    default void check() {}

    /** A monitor that says nothing and never stops. */
    Monitor SILENT = new Monitor() {};
}
