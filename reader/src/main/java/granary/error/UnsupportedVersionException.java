package granary.error;

import java.nio.file.Path;

/** The file was written in another format than this reader knows. */
public final class UnsupportedVersionException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception; see {@link DatabaseException}. */
    public UnsupportedVersionException(Path path, long offset, String expected, String actual, String likelyCause) {
        super(path, offset, expected, actual, likelyCause);
    }
}
