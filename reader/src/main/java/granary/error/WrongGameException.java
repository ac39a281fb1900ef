package granary.error;

/** The database or file belongs to another game, rule set, parameters or layer. */
public final class WrongGameException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception; see {@link DatabaseException}. */
    public WrongGameException(String where, long offset, String expected, String actual, String likelyCause) {
        super(where, offset, expected, actual, likelyCause);
    }
}
