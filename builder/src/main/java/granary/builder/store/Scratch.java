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
 * The working memory of one layer in a mapped file, so that a killed build resumes where it was: a page that identifies
 * game and layer, then the memory, initially zeros.
 *
 * <p>The file gets its name only when it is complete, and belongs to one process at a time. After a crash the memory may
 * be any mixture of older and newer bytes.
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
     * Opens the scratch file of a layer, or creates it.
     *
     * @param directory its directory
     * @param identity the game's identity line
     * @param layer the layer
     * @param length bytes of working memory
     * @throws granary.builder.CheckFailedException when the disk is full
     * @throws InvalidRequestException when another builder uses the file
     * @throws IOException when the file cannot be created or opened
     */
    public static Scratch open(Path directory, String identity, int layer, long length) throws IOException {
        Files.createDirectories(directory);
        Path path = path(directory, identity, layer);
        byte[] page = page(identity, layer, length);
        if (!isFor(path, page, length)) {
            Path temporary = path.resolveSibling(path.getFileName() + DatabaseDirectory.TEMPORARY_SUFFIX);
            try (ReservedFile made = ReservedFile.create(temporary, PAGE + length)) {
                made.segment().copyFrom(MemorySegment.ofArray(page));
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

    @SuppressWarnings("resource") // closing the channel releases the lock
    private static FileChannel lock(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null; // held by another thread of this process
        }
        if (lock == null) {
            channel.close();
            throw new InvalidRequestException("another builder uses " + path + "; choose another --scratch directory");
        }
        return channel;
    }

    /** Returns whether a layer's scratch file exists. */
    public static boolean exists(Path directory, String identity, int layer) {
        return Files.exists(path(directory, identity, layer));
    }

    /**
     * Deletes a layer's scratch file if it exists.
     *
     * @throws IOException when it cannot be deleted
     */
    public static void remove(Path directory, String identity, int layer) throws IOException {
        Files.deleteIfExists(path(directory, identity, layer));
    }

    private static Path path(Path directory, String identity, int layer) {
        String name = identity.replaceAll("[^A-Za-z0-9]+", "-");
        return directory.resolve(String.format(Locale.ROOT, "%s-%03d%s", name, layer, SUFFIX));
    }

    /** Returns the working memory. Once this is closed, every access throws {@link IllegalStateException}. */
    public MemorySegment memory() {
        return file.segment().asSlice(PAGE);
    }

    /** Unmaps the file and keeps it. */
    @Override
    public void close() throws IOException {
        file.close();
        lock.close();
    }
}
