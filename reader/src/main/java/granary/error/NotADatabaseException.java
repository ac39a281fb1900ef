package granary.error;

/** The directory or file is missing, or is not Granary's. */
public final class NotADatabaseException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception; see {@link DatabaseException}. */
    public NotADatabaseException(String where, long offset, String expected, String actual, String likelyCause) {
        super(where, offset, expected, actual, likelyCause);
    }
}
