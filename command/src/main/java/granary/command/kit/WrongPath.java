package granary.command.kit;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Map;
import java.util.Optional;

/** What is wrong with a path that the user gave, where the operating system's exception says no more than the path. */
final class WrongPath {
    private static final Map<Class<? extends IOException>, String> REASONS = Map.of(
            FileAlreadyExistsException.class, "exists and is not a directory",
            NotDirectoryException.class, "is not a directory",
            NoSuchFileException.class, "no such file or directory",
            AccessDeniedException.class, "permission denied");

    private WrongPath() {}

    /** Returns the path and what is wrong with it, or empty when the exception tells of something else. */
    static Optional<String> of(Exception exception) {
        return exception instanceof FileSystemException fault
                ? Optional.ofNullable(REASONS.get(fault.getClass())).map(reason -> fault.getFile() + ": " + reason)
                : Optional.empty();
    }
}
