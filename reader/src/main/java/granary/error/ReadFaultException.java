package granary.error;

/** A file could not be read: the file shrank or was replaced, or the disk or network failed. Try again. */
public final class ReadFaultException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception; see {@link DatabaseException}. */
    public ReadFaultException(String where, long offset, String expected, String actual, String likelyCause) {
        super(where, offset, expected, actual, likelyCause);
    }

    /** Returns the exception for a page of a mapped file that cannot be read. */
    public static ReadFaultException ofPage(String where, long offset, String expected, Throwable cause) {
        ReadFaultException fault = new ReadFaultException(
                where,
                offset,
                expected,
                "a page that cannot be read",
                "the file was truncated after it was opened, or the disk or network failed");
        fault.initCause(cause);
        return fault;
    }
}
