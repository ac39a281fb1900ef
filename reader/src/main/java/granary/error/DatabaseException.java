package granary.error;

/**
 * Something is wrong with the files of a database, or with what was asked of it. The subclasses differ by what helps. The message
 * names the file, the byte offset if there is one, what was expected, what was found, and the likely cause.
 */
public abstract sealed class DatabaseException extends RuntimeException
        permits MissingLayerException, DamagedFileException, UnsupportedDatabaseException, ReadFaultException {
    private static final long serialVersionUID = 1L;

    private final String where;
    private final long offset;

    /**
     * Makes the exception.
     *
     * @param where the file or the database: a path or an address
     * @param offset the byte offset in the file, or -1 when the fault has none
     * @param expected the expected content
     * @param actual the actual content
     * @param likelyCause the likely cause, or what to do
     */
    protected DatabaseException(String where, long offset, String expected, String actual, String likelyCause) {
        this(where, offset, "expected " + expected + ", found " + actual + " (" + likelyCause + ")");
    }

    /** Makes the exception with a fault of its own form. */
    DatabaseException(String where, long offset, String fault) {
        super(where + (offset < 0 ? "" : ", byte " + offset) + ": " + fault);
        this.where = where;
        this.offset = offset;
    }

    /** Returns the file or directory. */
    public String where() {
        return where;
    }

    /** Returns the byte offset in the file, or -1 when the fault has none. */
    public long offset() {
        return offset;
    }
}
