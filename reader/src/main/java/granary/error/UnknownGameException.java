package granary.error;

/** The database is of a game whose jar is neither on the class path nor on the module path. */
public final class UnknownGameException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception; see {@link DatabaseException}. */
    public UnknownGameException(String where, long offset, String expected, String actual, String likelyCause) {
        super(where, offset, expected, actual, likelyCause);
    }
}
