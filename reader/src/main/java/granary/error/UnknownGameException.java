package granary.error;

import java.nio.file.Path;

/** The database is of a game whose jar is neither on the class path nor on the module path. */
public final class UnknownGameException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception; see {@link DatabaseException}. */
    public UnknownGameException(Path path, long offset, String expected, String actual, String likelyCause) {
        super(path, offset, expected, actual, likelyCause);
    }
}
