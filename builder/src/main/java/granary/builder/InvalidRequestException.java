package granary.builder;

/** The user asked for something impossible. The command line prints the message in one line and exits with 2. */
public final class InvalidRequestException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception with a message for the user. */
    public InvalidRequestException(String message) {
        super(message);
    }

    /** Creates the exception with a message for the user and a cause. */
    public InvalidRequestException(String message, Throwable cause) {
        super(message, cause);
    }
}
