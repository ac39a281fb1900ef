package granary.error;

import java.nio.file.Path;

/** The file was written in a later format, or with an encoding this reader does not know. */
public final class UnsupportedVersionException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception; see {@link DatabaseException}. */
    public UnsupportedVersionException(Path path, long offset, String expected, String actual, String likelyCause) {
        super(path, offset, expected, actual, likelyCause);
    }
}
