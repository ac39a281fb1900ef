package granary.builder.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;

/**
 * The steps by which a file is published, so that a power cut leaves the old file or the new one, whole: force its
 * contents, rename it, force the directory. Tests put a disk in its place that loses power at each of them.
 */
public class Disk {
    /** The suffix of unfinished files. They are deleted when the next builder starts. */
    public static final String TEMPORARY_SUFFIX = ".part";

    /** Makes a disk. */
    public Disk() {}

    static final boolean WINDOWS =
            System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("windows");

    /** Creates a directory and those above it, as far as they are missing. */
    public final void createDirectories(Path directory) throws IOException {
        Path absolute = directory.toAbsolutePath();
        if (!Files.isDirectory(absolute)) {
            Path parent = absolute.getParent();
            if (parent != null) {
                createDirectories(parent);
            }
            Files.createDirectories(absolute);
            if (parent != null) {
                forceDirectory(parent);
            }
        }
    }

    /**
     * Writes a file, by way of a temporary one in the same directory.
     *
     * @throws IOException when the disk fails
     */
    public final void publish(Path path, byte[] bytes) throws IOException {
        Path temporary = path.resolveSibling(path.getFileName() + TEMPORARY_SUFFIX);
        Files.write(temporary, bytes);
        publish(temporary, path);
    }

    /** Gives a file that is written its final name, once it is forced. */
    private void publish(Path temporary, Path path) throws IOException {
        force(temporary);
        rename(temporary, path);
        forceDirectory(path.toAbsolutePath().getParent());
    }

    /** Forces a file, and that its directory has it, to the disk. */
    public final void forceWithName(Path file) throws IOException {
        force(file);
        forceDirectory(file.toAbsolutePath().getParent());
    }

    /** Forces a file's contents to the disk. */
    public void force(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /** Renames a file, replacing an existing one. */
    public void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Forces a directory's entries to the disk. Windows has no such call and needs none. */
    public void forceDirectory(Path directory) throws IOException {
        if (!WINDOWS) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
