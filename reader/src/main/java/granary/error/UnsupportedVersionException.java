package granary.error;

/** The file was written in another format than this reader knows. */
public final class UnsupportedVersionException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception; see {@link DatabaseException}. */
    public UnsupportedVersionException(String where, long offset, String expected, String actual, String likelyCause) {
        super(where, offset, expected, actual, likelyCause);
    }
}
