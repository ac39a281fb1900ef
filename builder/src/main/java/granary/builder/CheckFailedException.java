package granary.builder;

/** A check failed, or the machine could not do its part. The command line prints the message and exits with 1. */
public class CheckFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception with a message for the user. */
    public CheckFailedException(String message) {
        super(message);
    }

    /** Creates the exception with a message for the user and a cause. */
    public CheckFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
