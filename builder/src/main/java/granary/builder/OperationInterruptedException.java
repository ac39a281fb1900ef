package granary.builder;

/** The user stopped a long computation; finished layers are kept. */
public final class OperationInterruptedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public OperationInterruptedException() {
        super("interrupted");
    }
}
