package granary.command.kit;

import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.file.Disk;
import granary.builder.file.LockFile;
import granary.builder.store.DatabaseDirectory;
import granary.export.ExportFormat;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The output of a command: standard output, a device, a pipe, or a file. A file gets its name only when it is complete.
 * A failed command removes its temporary file; the next one overwrites the temporary file of a killed one.
 */
public final class OutputFile {
    /** The path that stands for standard output. */
    public static final Path STANDARD_OUTPUT = Path.of("-");

    private static final Path DEVICE = Path.of("/dev/stdout");

    private static final String SUFFIX = ".granary.part";

    private final Path file;

    /**
     * Chooses a target.
     *
     * @param wanted the path, {@code -} for standard output
     * @param force whether to replace an existing file
     * @throws InvalidRequestException when the file exists or lies inside a database
     * @throws IOException when the directory does not exist
     */
    public OutputFile(Path wanted, boolean force) throws IOException {
        if (isStandardOutput(wanted) || isDevice(wanted)) {
            this.file = isStandardOutput(wanted) ? STANDARD_OUTPUT : wanted;
            return;
        }
        if (Files.isDirectory(wanted)) {
            throw new InvalidRequestException(wanted + " is a directory; name a file");
        }
        boolean exists = Files.exists(wanted);
        if (exists && !force) {
            throw new InvalidRequestException(wanted + " exists; --force replaces it");
        }
        if (Files.isSymbolicLink(wanted) && !exists) {
            throw new InvalidRequestException(wanted + " is a link to a file that does not exist; name that file");
        }
        // Follow a link, so that its target is replaced and not the link.
        this.file = exists
                ? wanted.toRealPath()
                : wanted.toAbsolutePath().getParent().toRealPath().resolve(wanted.getFileName());
        DatabaseDirectory.requireOutside(wanted);
    }

    /**
     * Returns the directory for several files, creating it if it is missing.
     *
     * @param advice what to do when the path cannot be a directory
     * @throws InvalidRequestException when the path lies inside a database or is not a directory
     * @throws IOException when it cannot be created
     */
    public static Path directory(Path wanted, String advice) throws IOException {
        if (wanted.equals(STANDARD_OUTPUT) || Files.exists(wanted) && !Files.isDirectory(wanted)) {
            throw new InvalidRequestException(wanted + " " + advice);
        }
        DatabaseDirectory.requireOutside(wanted, wanted);
        new Disk().createDirectories(wanted);
        return wanted;
    }

    /**
     * Returns whether a path is standard output, by {@code -} or by the name of a device.
     *
     * @throws IOException when the operating system refuses
     */
    public static boolean isStandardOutput(Path path) throws IOException {
        return path.equals(STANDARD_OUTPUT)
                || path.equals(DEVICE)
                || isDevice(path) && isDevice(DEVICE) && Files.isSameFile(path, DEVICE);
    }

    private static boolean isDevice(Path path) {
        return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
    }

    /**
     * Writes it.
     *
     * @throws CheckFailedException when the export cannot be written, with the path and the cause
     * @throws OutputException when standard output cannot be written
     * @throws IOException when the file cannot be created
     */
    public void write(ExportFormat.Content content) throws IOException {
        if (file.equals(STANDARD_OUTPUT)) {
            try {
                content.writeTo(new FileOutputStream(FileDescriptor.out));
            } catch (IOException e) {
                throw new OutputException(e);
            }
        } else if (isDevice(file)) {
            try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.WRITE)) {
                content.writeTo(out);
            } catch (IOException e) {
                throw unwritable(e);
            }
        } else {
            writeFile(content);
        }
    }

    /** Text that is written. */
    public interface Text {
        /** Writes all of it. */
        void writeTo(Writer out) throws IOException;
    }

    /**
     * Writes text in UTF-8.
     *
     * @throws CheckFailedException when it cannot be written, with the path and the cause
     * @throws OutputException when standard output cannot be written
     * @throws IOException when the file cannot be created
     */
    public void writeText(Text text) throws IOException {
        write(bytes -> {
            Writer out = new BufferedWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8));
            text.writeTo(out);
            out.flush();
        });
    }

    private void writeFile(ExportFormat.Content content) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + SUFFIX);
        try (FileChannel channel = LockFile.open(temporary, 0, Long.MAX_VALUE)) {
            if (channel == null) {
                throw new InvalidRequestException(
                        "another process writes to " + temporary + "; wait for it, or name another file");
            }
            try {
                channel.truncate(0);
                content.writeTo(Channels.newOutputStream(channel));
                channel.force(true);
                Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                new Disk().forceDirectory(file.getParent());
            } catch (IOException | RuntimeException e) {
                Files.deleteIfExists(temporary);
                throw e;
            }
        } catch (FileSystemException e) {
            throw e; // the message already holds path and cause
        } catch (IOException e) {
            throw unwritable(e);
        }
    }

    private CheckFailedException unwritable(IOException cause) {
        return new CheckFailedException(file + " cannot be written: " + cause.getMessage(), cause);
    }
}
