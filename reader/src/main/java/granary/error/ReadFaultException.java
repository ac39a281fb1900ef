package granary.error;

import java.nio.file.Path;

/** The operating system could not read a file: the file shrank, or the disk or network failed. */
public final class ReadFaultException extends DatabaseException {
    private static final long serialVersionUID = 1L;

    /** Makes the exception; see {@link DatabaseException}. */
    public ReadFaultException(Path path, long offset, String expected, String actual, String likelyCause) {
        super(path, offset, expected, actual, likelyCause);
    }
}
