package granary.builder;

/** The user stopped a long computation. */
public final class OperationInterruptedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception. */
    public OperationInterruptedException() {
        this("interrupted");
    }

    /** Creates the exception with a message for the user. */
    public OperationInterruptedException(String message) {
        super(message);
    }
}
