package granary.error;

import java.nio.file.Path;

/** The directory or file is missing, or is not Granary's. */
public final class NotADatabaseException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception; see {@link DatabaseException}. */
    public NotADatabaseException(Path path, long offset, String expected, String actual, String likelyCause) {
        super(path, offset, expected, actual, likelyCause);
    }
}
