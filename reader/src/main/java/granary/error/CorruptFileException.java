package granary.error;

/** The checksum holds, or there is none, but a field has a value that no writer would give it. */
public final class CorruptFileException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception; see {@link DatabaseException}. */
    public CorruptFileException(String where, long offset, String expected, String actual, String likelyCause) {
        super(where, offset, expected, actual, likelyCause);
    }
}
