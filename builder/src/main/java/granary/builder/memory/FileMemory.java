package granary.builder.memory;

import granary.builder.InvalidRequestException;
import granary.builder.store.LockFile;
import granary.builder.store.ReservedFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;

/**
 * Working memory in a mapped file, so that a killed build resumes where it was, and a layer may exceed the main memory: see {@link FileWindow}.
 *
 * <p>A file holds a page that identifies game and layer and ends with the {@link StateNote}, then the state, then the
 * temporary memory, initially zeros.
 */
public final class FileMemory implements MemoryProvider {
    private static final int PAGE = 4096;
    private static final int NOTE_AT = PAGE - StateNote.BYTES;

    private final WorkFiles files;
    private final String identity;
    private final LongSupplier available;

    /**
     * Chooses the files.
     *
     * @param directory their directory, created if missing
     * @param identity the game's identity line
     * @param available tells how many bytes of main memory working memory may take; files that are longer are worked on
     *     through a {@link FileWindow}
     */
    public FileMemory(Path directory, String identity, LongSupplier available) {
        this.files = new WorkFiles(directory, identity);
        this.identity = identity;
        this.available = available;
    }

    @Override
    public WorkingMemory open(int layer, MemoryNeed need) throws IOException {
        Files.createDirectories(directory());
        Path path = path(layer);
        LockFile lock = LockFile.tryTake(path)
                .orElseThrow(() -> new InvalidRequestException(
                        "another builder uses " + path + "; choose another --scratch directory"));
        try {
            if (!isFor(path, layer, need)) {
                Files.deleteIfExists(path);
                Path temporary = WorkFiles.temporary(path);
                try (ReservedFile made = ReservedFile.create(temporary, PAGE + need.total())) {
                    made.segment().copyFrom(MemorySegment.ofArray(page(layer, need)));
                }
                Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
            long budget = available.getAsLong();
            FileWindow window = budget < need.total() && FileWindow.isPossible()
                    ? new FileWindow(path, PAGE, need.total(), budget)
                    : null;
            return new Mapped(ReservedFile.open(path), lock, need, window);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    @Override
    public void remove(int layer) throws IOException {
        files.remove(layer);
    }

    @Override
    public void clean(IntPredicate isDone) throws IOException {
        files.clean(isDone);
    }

    @Override
    public Path directory() {
        return files.directory();
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
        return files.path(layer, WorkFiles.Kind.SCRATCH);
    }

    private boolean isFor(Path path, int layer, MemoryNeed need) throws IOException {
        if (!Files.exists(path) || Files.size(path) < PAGE + need.total()) {
            return false;
        }
        try (var in = Files.newInputStream(path)) {
            return Arrays.equals(in.readNBytes(NOTE_AT), page(layer, need));
        }
    }

    private byte[] page(int layer, MemoryNeed need) {
        String text = "granary scratch 2\n" + identity + "\nlayer " + layer + "\nbytes " + need.total() + "\n";
        return Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), NOTE_AT);
    }

    /** A file; {@code pages} is null when it fits into the memory. */
    private record Mapped(ReservedFile file, LockFile lock, MemoryNeed need, FileWindow pages)
            implements WorkingMemory {
        @Override
        public Optional<FileWindow> window() {
            return Optional.ofNullable(pages);
        }

        @Override
        public MemorySegment state() {
            return file.segment().asSlice(PAGE, need.state());
        }

        @Override
        public MemorySegment temporary() {
            return file.segment().asSlice(PAGE + need.state(), need.temporary());
        }

        @Override
        public StateNote note() {
            return StateNote.ofThisRun(file.segment().asSlice(NOTE_AT, StateNote.BYTES));
        }

        @Override
        public void close() throws IOException {
            try (lock;
                    file;
                    pages) {
                // in this order, from the last to the first
            }
        }
    }
}
