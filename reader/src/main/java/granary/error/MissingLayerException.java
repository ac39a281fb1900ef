package granary.error;

import java.nio.file.Path;

/** A position was looked up whose layer the database does not hold or was not told to open. */
public final class MissingLayerException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception; see {@link DatabaseException}. */
    public MissingLayerException(Path path, long offset, String expected, String actual, String likelyCause) {
        super(path, offset, expected, actual, likelyCause);
    }
}
