package granary.error;

/**
 * A file is damaged, or is not the file that belongs there: bytes differ from their checksum or digest, a length or a field is
 * wrong, or the file stems from another build or database. Repair the database, or copy the file again.
 */
public final class DamagedFileException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception; see {@link DatabaseException}. */
    public DamagedFileException(String where, long offset, String expected, String actual, String likelyCause) {
        super(where, offset, expected, actual, likelyCause);
    }
}
