package granary.command.kit;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Map;
import java.util.Optional;

/** Explains errors with a user's path where the exception's own message holds only the path. */
final class WrongPath {
    private static final Map<Class<? extends IOException>, String> REASONS = Map.of(
            FileAlreadyExistsException.class, "exists and is not a directory",
            NotDirectoryException.class, "is not a directory",
            NoSuchFileException.class, "no such file or directory",
            AccessDeniedException.class, "permission denied");

    private WrongPath() {}

    /** Returns the path and the reason, or empty when the exception has another cause. */
    static Optional<String> of(Exception exception) {
        return exception instanceof FileSystemException fault
                ? Optional.ofNullable(REASONS.get(fault.getClass())).map(reason -> fault.getFile() + ": " + reason)
                : Optional.empty();
    }
}
