package granary.builder;

/** What was asked for cannot be done as asked. The command line prints the message in one line and exits with 2. */
public final class UserMistake extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception with a message for the user. */
    public UserMistake(String message) {
        super(message);
    }

    /** Makes the exception with a message for the user and what led to it. */
    public UserMistake(String message, Throwable cause) {
        super(message, cause);
    }
}
