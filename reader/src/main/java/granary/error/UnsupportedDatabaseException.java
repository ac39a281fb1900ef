package granary.error;

/**
 * This program cannot read what is there: it is not a database of Granary, a file has a version that is not known, or the jar
 * of the game is missing. Use another path, program or class path.
 */
public final class UnsupportedDatabaseException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception; see {@link DatabaseException}. */
    public UnsupportedDatabaseException(String where, long offset, String expected, String actual, String likelyCause) {
        super(where, offset, expected, actual, likelyCause);
    }
}
