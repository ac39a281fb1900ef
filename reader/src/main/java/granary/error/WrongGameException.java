package granary.error;

import java.nio.file.Path;

/** The database or file belongs to another game, rule set, parameters or layer. */
public final class WrongGameException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception; see {@link DatabaseException}. */
    public WrongGameException(Path path, long offset, String expected, String actual, String likelyCause) {
        super(path, offset, expected, actual, likelyCause);
    }
}
