package granary.builder.memory;

import granary.builder.InvalidRequestException;
import granary.builder.file.Disk;
import granary.builder.file.LockFile;
import granary.builder.file.ReservedFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.LongToIntFunction;

/**
 * Provides the working memory of a build, layer by layer: main memory if it holds the layer, else a file that is used through a
 * {@link BufferPool}, so that a killed build resumes where it was. A file that was begun is used, even if the memory suffices by now.
 * The build opens the memory of a layer and removes it once the layer is published. One thread uses a provider.
 *
 * <p>A file begins with a page that identifies game, layer and {@linkplain LayerNeeds#source source}; the rest is the buffer pool's, zeros
 * at first.
 */
public class MemoryProvider {
    /** The longest time between two writes of changed pages: a process that is killed loses what it has not written. */
    private static final Duration SAVED_EVERY = Duration.ofMinutes(10);

    private final WorkFiles files;
    private final String identity;
    private final LongSupplier available;
    private final Duration interval;
    private final LongToIntFunction pageBytes;

    /**
     * Makes a provider that takes as much main memory as is available.
     *
     * @param directory the directory of the files, created if one is needed
     * @param identity the game's identity line
     */
    public MemoryProvider(Path directory, String identity) {
        this(directory, identity, MainMemory::available);
    }

    /**
     * Makes a provider.
     *
     * @param available returns the bytes of main memory that working memory may take now
     */
    public MemoryProvider(Path directory, String identity, LongSupplier available) {
        this(directory, identity, available, SAVED_EVERY, PoolPages::pageBytes);
    }

    /**
     * Makes a provider with other buffer pools, for tests.
     *
     * @param interval time between writes of changed pages
     * @param pageBytes returns the bytes of a page for a pool of a number of bytes: 4096 or a greater power of two
     */
    public MemoryProvider(
            Path directory, String identity, LongSupplier available, Duration interval, LongToIntFunction pageBytes) {
        this.files = new WorkFiles(directory, identity);
        this.identity = identity;
        this.available = available;
        this.interval = interval;
        this.pageBytes = pageBytes;
    }

    /**
     * Opens the working memory of a layer: new, or what an interrupted build left.
     *
     * @param need how much; always the same for the same layer
     * @return {@link ProcessMemory} unless the need allows a buffer pool
     * @throws granary.builder.CheckFailedException when the disk does not suffice; nothing is reserved then
     * @throws InvalidRequestException when another builder uses the file
     * @throws IOException when the file cannot be created or opened
     */
    public WorkingMemory open(int layer, LayerNeeds need) throws IOException {
        boolean isBegun = canResume(layer, need);
        if (!isBegun && fits(need)) {
            return new ProcessMemory(need.bytes());
        }
        new Disk().createDirectories(directory());
        Path path = files.scratch(layer);
        LockFile lock = LockFile.tryTake(path)
                .orElseThrow(() -> new InvalidRequestException(
                        "another builder uses " + path + "; choose another --scratch directory"));
        try {
            if (!isBegun) {
                create(path, layer, need);
            }
            int page = pageBytes.applyAsInt(need.bytes());
            BufferPool.PageOrder order = need.outOfCore().order();
            return new BufferPool(path, need.bytes(), available(), page, order, interval, lock::close);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private boolean fits(LayerNeeds need) {
        return need.outOfCore() == null || need.bytes() <= available();
    }

    private void create(Path path, int layer, LayerNeeds need) throws IOException {
        Files.deleteIfExists(path);
        try (ReservedFile made = ReservedFile.create(Disk.temporary(path), length(need))) {
            String text = text(layer, need) + need.source() + "\n";
            made.segment().copyFrom(MemorySegment.ofArray(text.getBytes(StandardCharsets.US_ASCII)));
            made.finish();
        }
        new Disk().publish(path);
    }

    private String text(int layer, LayerNeeds need) {
        return "granary scratch 6\n" + identity + "\nlayer " + layer + "\nbytes " + need.bytes() + "\npages "
                + pageBytes.applyAsInt(need.bytes()) + "\nof ";
    }

    private long length(LayerNeeds need) {
        return BufferPool.fileBytes(need.bytes(), pageBytes.applyAsInt(need.bytes()));
    }

    /** Returns the bytes of main memory that working memory may take now. */
    public long available() {
        return available.getAsLong();
    }

    /** Returns the directory of the files. */
    public Path directory() {
        return files.directory();
    }

    /** Returns the files. */
    public WorkFiles files() {
        return files;
    }

    /** Returns the bytes of {@link #directory} that opening the memory of a layer will reserve. */
    public long bytesToReserve(int layer, LayerNeeds need) {
        return fits(need) || canResume(layer, need) ? 0 : length(need);
    }

    /** Returns whether a layer can be resumed from a file. */
    public boolean canResume(int layer, LayerNeeds need) {
        Path path = files.scratch(layer);
        if (need.outOfCore() == null || !Files.exists(path)) {
            return false;
        }
        String text = text(layer, need) + (need.source().isEmpty() ? "" : need.source() + "\n");
        try (var in = Files.newInputStream(path)) {
            return text.equals(new String(in.readNBytes(text.length()), StandardCharsets.US_ASCII))
                    && Files.size(path) >= length(need);
        } catch (IOException e) {
            return false; // opening the file reports the error
        }
    }
}
