package granary.builder.testing.disk;

/** Ends what a stopped process still does. It is no exception of those that programs catch. */
public final class ProcessStopped extends Error {
    private static final long serialVersionUID = 1;

    ProcessStopped() {
        super("the process was stopped", null, false, false);
    }
}
