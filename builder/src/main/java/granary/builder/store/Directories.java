package granary.builder.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/** Publishes files atomically: a power cut leaves either the old file or the new one, complete. */
final class Directories {
    private static final boolean WINDOWS =
            System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");

    private Directories() {}

    /** Writes a file, by way of a temporary one in the same directory. */
    static void publish(Path path, byte[] bytes) throws IOException {
        Path temporary = path.resolveSibling(path.getFileName() + DatabaseDirectory.TEMPORARY_SUFFIX);
        Files.write(temporary, bytes);
        try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        publish(temporary, path);
    }

    /** Renames a file whose contents are forced to the disk to its final name. */
    static void publish(Path temporary, Path path) throws IOException {
        Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        force(path.toAbsolutePath().getParent());
    }

    /** Forces a directory's entries to the disk. Windows has no such call and needs none. */
    private static void force(Path directory) throws IOException {
        if (!WINDOWS) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
