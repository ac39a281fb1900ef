package granary.error;

/** A layer was built on another file than the one that is there: the files stem from different builds. */
public final class DifferentBuildsException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception; see {@link DatabaseException}. */
    public DifferentBuildsException(String where, long offset, String expected, String actual, String likelyCause) {
        super(where, offset, expected, actual, likelyCause);
    }
}
