package granary.error;

/** A file is shorter or longer than its header or the manifest says. */
public final class WrongLengthException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception; see {@link DatabaseException}. */
    public WrongLengthException(String where, long offset, String expected, String actual, String likelyCause) {
        super(where, offset, expected, actual, likelyCause);
    }
}
