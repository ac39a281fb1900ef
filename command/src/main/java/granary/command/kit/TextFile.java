package granary.command.kit;

import granary.builder.InvalidRequestException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Reads text files that a user names. A file that is not text is the user's mistake, and the message names its path.
 */
public final class TextFile {
    private static final String BYTE_ORDER_MARK = "\ufeff";

    private TextFile() {}

    /** Throws {@link InvalidRequestException} if the user names a directory instead of a file. */
    public static void requireNoDirectory(Path path) {
        if (Files.isDirectory(path)) {
            throw new InvalidRequestException(path + ": is a directory");
        }
    }

    /**
     * Returns a file's text, without a byte order mark.
     *
     * @throws InvalidRequestException when it is not text in UTF-8
     * @throws IOException when it cannot be read
     */
    public static String read(Path path) throws IOException {
        requireNoDirectory(path);
        try {
            String text = Files.readString(path);
            return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            throw new InvalidRequestException(path + ": not text in UTF-8", e);
        }
    }

    /**
     * Returns a file's lines.
     *
     * @throws InvalidRequestException when it is not text in UTF-8
     * @throws IOException when it cannot be read
     */
    public static List<String> lines(Path path) throws IOException {
        return read(path).lines().toList();
    }
}
