package granary.command.kit;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Map;
import java.util.Optional;

/** Turns an exception into a message for the user. */
public final class Message {
    private static final Map<Class<? extends IOException>, String> WRONG_PATHS = Map.of(
            FileAlreadyExistsException.class, "exists and is not a directory",
            NotDirectoryException.class, "is not a directory",
            NoSuchFileException.class, "no such file or directory",
            AccessDeniedException.class, "permission denied");

    private Message() {}

    /** Returns the message in one line. */
    public static String of(Exception e) {
        String message =
                ofWrongPath(e).orElse(e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage());
        return message.replaceAll("\\s*\\R\\s*", " ");
    }

    /** Returns the path and the reason if the user named a wrong path: then Java's own message holds only the path. */
    static Optional<String> ofWrongPath(Exception e) {
        return e instanceof FileSystemException fault
                ? Optional.ofNullable(WRONG_PATHS.get(fault.getClass())).map(reason -> fault.getFile() + ": " + reason)
                : Optional.empty();
    }
}
