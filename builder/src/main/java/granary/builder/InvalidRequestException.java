package granary.builder;

/** What was asked for cannot be done as asked. The command line prints the message in one line and exits with 2. */
public final class InvalidRequestException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception with a message for the user. */
    public InvalidRequestException(String message) {
        super(message);
    }

    /** Makes the exception with a message for the user and what led to it. */
    public InvalidRequestException(String message, Throwable cause) {
        super(message, cause);
    }
}
