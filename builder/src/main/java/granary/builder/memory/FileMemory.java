package granary.builder.memory;

import granary.builder.InvalidRequestException;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.ReservedFile;
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
 * Working memory in a mapped file, so that a killed build resumes where it was, and a layer may exceed the main memory.
 *
 * <p>A file holds a page that identifies game and layer, then the state, then the temporary memory, initially zeros. It
 * gets its name only when it is complete, and belongs to one process at a time.
 */
public final class FileMemory implements MemoryProvider {
    private static final String SUFFIX = ".scratch";
    private static final int PAGE = 4096;

    private final Path directory;
    private final String identity;

    /**
     * Chooses the files.
     *
     * @param directory their directory, created if missing
     * @param identity the game's identity line
     */
    public FileMemory(Path directory, String identity) {
        this.directory = directory;
        this.identity = identity;
    }

    @Override
    public WorkingMemory open(int layer, MemoryNeed need) throws IOException {
        Files.createDirectories(directory);
        Path path = path(layer);
        if (!isFor(path, layer, need)) {
            Path temporary = path.resolveSibling(path.getFileName() + DatabaseDirectory.TEMPORARY_SUFFIX);
            try (ReservedFile made = ReservedFile.create(temporary, PAGE + need.total())) {
                made.segment().copyFrom(MemorySegment.ofArray(page(layer, need)));
            }
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        FileChannel lock = lock(path);
        try {
            return new Mapped(ReservedFile.open(path), lock, need);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    @Override
    public void remove(int layer) throws IOException {
        Files.deleteIfExists(path(layer));
    }

    @Override
    public Path directory() {
        return directory;
    }

    @Override
    public long bytesToReserve(int layer, MemoryNeed need) {
        return canResume(layer, need) ? 0 : PAGE + need.total();
    }

    @Override
    public boolean canResume(int layer, MemoryNeed need) {
        try {
            return isFor(path(layer), layer, need);
        } catch (IOException e) {
            return false; // opening it will tell
        }
    }

    private Path path(int layer) {
        String name = identity.replaceAll("[^A-Za-z0-9]+", "-");
        return directory.resolve(String.format(Locale.ROOT, "%s-%03d%s", name, layer, SUFFIX));
    }

    private boolean isFor(Path path, int layer, MemoryNeed need) throws IOException {
        if (!Files.exists(path) || Files.size(path) < PAGE + need.total()) {
            return false;
        }
        try (var in = Files.newInputStream(path)) {
            return Arrays.equals(in.readNBytes(PAGE), page(layer, need));
        }
    }

    private byte[] page(int layer, MemoryNeed need) {
        String text = "granary scratch 1\n" + identity + "\nlayer " + layer + "\nbytes " + need.total() + "\n";
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

    private record Mapped(ReservedFile file, FileChannel lock, MemoryNeed need) implements WorkingMemory {
        @Override
        public MemorySegment state() {
            return file.segment().asSlice(PAGE, need.state());
        }

        @Override
        public MemorySegment temporary() {
            return file.segment().asSlice(PAGE + need.state(), need.temporary());
        }

        @Override
        public void close() throws IOException {
            file.close();
            lock.close();
        }
    }
}
