package granary.builder;

/** The user stopped a long computation; what was finished is kept. */
public final class OperationInterruptedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception. */
    public OperationInterruptedException() {
        super("interrupted");
    }
}
