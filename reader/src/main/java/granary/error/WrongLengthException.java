package granary.error;

import java.nio.file.Path;

/** A file is shorter or longer than its header or the manifest says. */
public final class WrongLengthException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception; see {@link DatabaseException}. */
    public WrongLengthException(Path path, long offset, String expected, String actual, String likelyCause) {
        super(path, offset, expected, actual, likelyCause);
    }
}
