package granary.error;

import java.nio.file.Path;

/** Bytes differ from their checksum. */
public final class ChecksumException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception; see {@link DatabaseException}. */
    public ChecksumException(Path path, long offset, String expected, String actual, String likelyCause) {
        super(path, offset, expected, actual, likelyCause);
    }
}
