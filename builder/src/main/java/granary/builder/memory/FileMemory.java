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
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Working memory in a mapped file, so that a killed build resumes where it was, and a layer may exceed the main memory: see {@link FileWindow}.
 *
 * <p>A file holds a page that identifies game and layer and ends with the {@link StateNote}, then the state, then the
 * temporary memory, initially zeros. If these did not fit into the main memory when it was made, and take fewer bits a byte by
 * their {@link MemoryNeed}, it is packed: {@link PageCode}. A packed file is always used through a window, even if the memory suffices by
 * now, and a plain one is mapped, or used through a window of whole bytes if the memory no longer suffices.
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
        this(new WorkFiles(directory, identity), identity, available);
    }

    FileMemory(WorkFiles files, String identity, LongSupplier available) {
        this.files = files;
        this.identity = identity;
        this.available = available;
    }

    @Override
    public WorkingMemory open(int layer, MemoryNeed need) throws IOException {
        files.disk().createDirectories(directory());
        Path path = path(layer);
        LockFile lock = LockFile.tryTake(path)
                .orElseThrow(() -> new InvalidRequestException(
                        "another builder uses " + path + "; choose another --scratch directory"));
        try {
            long budget = available.getAsLong();
            PageCode code = codeOf(path, layer, need).orElse(null);
            if (code == null) {
                code = codeOfNew(need, budget);
                create(path, layer, need, code);
            }
            FileWindow window = !code.isPlain() || needsWindow(need, budget)
                    ? new FileWindow(path, PAGE, need.total(), budget, code, need.order())
                    : null;
            return new Mapped(ReservedFile.open(path), lock, need, code, window);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private void create(Path path, int layer, MemoryNeed need, PageCode code) throws IOException {
        Files.deleteIfExists(path);
        try (ReservedFile made = ReservedFile.create(Disk.temporary(path), length(need, code))) {
            made.segment().copyFrom(MemorySegment.ofArray(page(layer, need, code)));
            made.finish();
        }
        files.disk().publish(path);
    }

    private static PageCode codeOfNew(MemoryNeed need, long budget) {
        return needsWindow(need, budget) ? PageCode.of(need.greatest()) : PageCode.PLAIN;
    }

    private static boolean needsWindow(MemoryNeed need, long budget) {
        return budget < need.total() && FileWindow.isPossible();
    }

    private static long length(MemoryNeed need, PageCode code) {
        return PAGE + (code.isPlain() ? need.total() : FileWindow.fileBytes(need.total(), code));
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
    public long available() {
        return available.getAsLong();
    }

    @Override
    public long bytesToReserve(int layer, MemoryNeed need) {
        return canResume(layer, need) ? 0 : length(need, codeOfNew(need, available.getAsLong()));
    }

    @Override
    public boolean canResume(int layer, MemoryNeed need) {
        try {
            return codeOf(path(layer), layer, need).isPresent();
        } catch (IOException e) {
            return false; // opening it will tell
        }
    }

    private Path path(int layer) {
        return files.path(layer, WorkFiles.Kind.SCRATCH);
    }

    /** Returns how a file is coded, or empty when it is not there or not of this layer and need. */
    private Optional<PageCode> codeOf(Path path, int layer, MemoryNeed need) throws IOException {
        if (!Files.exists(path)) {
            return Optional.empty();
        }
        byte[] page;
        try (var in = Files.newInputStream(path)) {
            page = in.readNBytes(NOTE_AT);
        }
        long length = Files.size(path);
        return Stream.of(PageCode.PLAIN, codeOfNew(need, 0))
                .filter(code -> length >= length(need, code) && Arrays.equals(page, page(layer, need, code)))
                .findFirst();
    }

    private byte[] page(int layer, MemoryNeed need, PageCode code) {
        String text = "granary scratch 3\n" + identity + "\nlayer " + layer + "\nbytes " + need.total() + "\n"
                + (code.isPlain() ? "" : "bits " + code.bits() + "\n");
        return Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), NOTE_AT);
    }

    /** A file; {@code pages} is null when it fits into the memory and is plain. */
    private record Mapped(ReservedFile file, LockFile lock, MemoryNeed need, PageCode code, FileWindow pages)
            implements WorkingMemory {
        @Override
        public Optional<FileWindow> window() {
            return Optional.ofNullable(pages);
        }

        @Override
        public MemorySegment state() {
            return bytes(PAGE, need.state());
        }

        @Override
        public MemorySegment temporary() {
            return bytes(PAGE + need.state(), need.temporary());
        }

        private MemorySegment bytes(long at, long length) {
            if (!code.isPlain()) {
                throw new UnsupportedOperationException("the file is packed: it has a window");
            }
            return file.segment().asSlice(at, length);
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
