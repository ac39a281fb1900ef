package granary.error;

/** Bytes differ from their checksum. */
public final class ChecksumException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception; see {@link DatabaseException}. */
    public ChecksumException(String where, long offset, String expected, String actual, String likelyCause) {
        super(where, offset, expected, actual, likelyCause);
    }
}
