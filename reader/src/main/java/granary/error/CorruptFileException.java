package granary.error;

import java.nio.file.Path;

/** The checksum holds, or there is none, but a field has a value that no writer would give it. */
public final class CorruptFileException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception; see {@link DatabaseException}. */
    public CorruptFileException(Path path, long offset, String expected, String actual, String likelyCause) {
        super(path, offset, expected, actual, likelyCause);
    }
}
