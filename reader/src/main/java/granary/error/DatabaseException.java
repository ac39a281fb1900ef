package granary.error;

import java.nio.file.Path;

/**
 * Something is wrong with the files of a database, or with what was asked of it. The subclasses say what. The message names
 * the path, the byte offset if there is one, what was expected, what was found, and the likely cause.
 */
public abstract class DatabaseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Path path;
    private final long offset;

    /**
     * Makes the exception.
     *
     * @param path the file or directory
     * @param offset the byte offset in the file, or -1 when the fault has no place
     * @param expected what should have been there
     * @param actual what was there
     * @param likelyCause what probably happened, or what to do
     */
    protected DatabaseException(Path path, long offset, String expected, String actual, String likelyCause) {
        super(path + (offset < 0 ? "" : ", byte " + offset) + ": expected " + expected + ", found " + actual + " ("
                + likelyCause + ")");
        this.path = path;
        this.offset = offset;
    }

    /** Returns the file or directory. */
    public Path path() {
        return path;
    }

    /** Returns the byte offset in the file, or -1 when the fault has no place. */
    public long offset() {
        return offset;
    }
}
