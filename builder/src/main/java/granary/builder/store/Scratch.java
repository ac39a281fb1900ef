package granary.builder.store;

import granary.builder.InvalidRequestException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;

/**
 * The working memory of one layer in a mapped file, so that a build which was killed goes on where it was. A page that
 * says what the file is for, then the memory, all zeros at first.
 *
 * <p>The file appears under its name only when it is whole, and belongs to one process at a time. What the solver finds
 * in it after a crash may be any mixture of older and newer bytes.
 */
public final class Scratch implements AutoCloseable {
    private static final String SUFFIX = ".scratch";
    private static final int PAGE = 4096;

    private final ReservedFile file;
    private final FileChannel lock;

    private Scratch(ReservedFile file, FileChannel lock) {
        this.file = file;
        this.lock = lock;
    }

    /**
     * Opens the scratch file of a layer, or makes it.
     *
     * @param directory where it lies
     * @param identity the game's identity line
     * @param layer the layer
     * @param length bytes of working memory
     * @throws granary.builder.CheckFailedException when the disk is full
     * @throws InvalidRequestException when another builder uses the file
     * @throws IOException when the file cannot be made or opened
     */
    public static Scratch open(Path directory, String identity, int layer, long length) throws IOException {
        Files.createDirectories(directory);
        Path path = path(directory, identity, layer);
        byte[] page = page(identity, layer, length);
        if (!isFor(path, page, length)) {
            Path temporary = path.resolveSibling(path.getFileName() + DatabaseDirectory.TEMPORARY_SUFFIX);
            try (ReservedFile made = ReservedFile.create(temporary, PAGE + length)) {
                made.bytes().write(0, page);
            }
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        FileChannel lock = lock(path);
        try {
            return new Scratch(ReservedFile.open(path), lock);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static boolean isFor(Path path, byte[] page, long length) throws IOException {
        if (!Files.exists(path) || Files.size(path) < PAGE + length) {
            return false;
        }
        try (var in = Files.newInputStream(path)) {
            return Arrays.equals(in.readNBytes(PAGE), page);
        }
    }

    private static byte[] page(String identity, int layer, long length) {
        String text = "granary scratch 1\n" + identity + "\nlayer " + layer + "\nbytes " + length + "\n";
        return Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), PAGE);
    }

    @SuppressWarnings("resource") // the lock goes with the channel
    private static FileChannel lock(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null; // another thread of this process holds it
        }
        if (lock == null) {
            channel.close();
            throw new InvalidRequestException("another builder uses " + path + "; choose another --scratch directory");
        }
        return channel;
    }

    /** Returns whether a layer's scratch file is there, whole. */
    public static boolean exists(Path directory, String identity, int layer) {
        return Files.exists(path(directory, identity, layer));
    }

    /**
     * Removes a layer's scratch file when there is one.
     *
     * @throws IOException when it cannot be removed
     */
    public static void remove(Path directory, String identity, int layer) throws IOException {
        Files.deleteIfExists(path(directory, identity, layer));
    }

    private static Path path(Path directory, String identity, int layer) {
        String name = identity.replaceAll("[^A-Za-z0-9]+", "-");
        return directory.resolve(String.format(Locale.ROOT, "%s-%03d%s", name, layer, SUFFIX));
    }

    /** Returns the working memory, valid until this is closed. */
    public MemorySegment memory() {
        return file.segment().asSlice(PAGE);
    }

    /** Unmaps the file and leaves it where it is. */
    @Override
    public void close() throws IOException {
        file.close();
        lock.close();
    }
}
