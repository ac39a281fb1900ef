package granary.builder.memory;

import granary.builder.CheckFailedException;
import granary.builder.InvalidRequestException;
import granary.builder.Units;
import granary.builder.file.Disk;
import granary.builder.file.LockFile;
import granary.builder.file.ReservedFile;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import java.util.function.LongToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Working memory in a file, so that a killed build resumes where it was. The file is mapped if the main memory can hold it. If it
 * cannot, the file is used through a {@link FileWindow}, or refused when the solver needs all of it at once.
 *
 * <p>A file holds a page that identifies game, layer and {@linkplain MemoryNeed#basis basis} and ends with the {@link StateNote}, then
 * the state, then the temporary memory, initially zeros. A file that was made for a window has its pages in the order of the
 * {@link MemoryNeed}. It is always used through a window, even if the memory suffices by now. A file that was made to be mapped is used
 * through a window if the memory no longer suffices.
 */
public class FileMemory implements MemoryProvider {
    private static final int HEADER = 4096;
    private static final int NOTE_AT = HEADER - StateNote.BYTES;
    /** Ends the text. */
    private static final Pattern BASIS = Pattern.compile("of ([^\n]*)\n\0*");

    final WorkFiles files;
    final String identity;
    /** Time between writes of what a window has changed; null when it writes only to make room. */
    final Duration interval;

    private final LongSupplier available;
    private final LongToIntFunction pageBytes;

    /** The order of the pages in a file. */
    private enum Layout {
        /** The order of the memory: the file can be mapped. */
        PLAIN,
        /** The order of the {@link MemoryNeed}. */
        ORDERED
    }

    /**
     * Chooses the files.
     *
     * @param directory their directory, created if missing
     * @param identity the game's identity line
     * @param available returns the bytes of main memory that working memory may take now
     */
    public FileMemory(Path directory, String identity, LongSupplier available) {
        this(directory, identity, available, null, WindowPages::pageBytes);
    }

    FileMemory(WorkFiles files, String identity, LongSupplier available, Duration interval) {
        this(files, identity, available, interval, WindowPages::pageBytes);
    }

    /**
     * Chooses the files, how much a kill may cost, and the length of the pages.
     *
     * @param interval time between writes of what a window has changed; null when it writes only to make room
     * @param pageBytes returns the bytes of a page for a window on a number of bytes: 4096 or a greater power of two
     */
    public FileMemory(
            Path directory, String identity, LongSupplier available, Duration interval, LongToIntFunction pageBytes) {
        this(new WorkFiles(directory, identity), identity, available, interval, pageBytes);
    }

    private FileMemory(
            WorkFiles files, String identity, LongSupplier available, Duration interval, LongToIntFunction pageBytes) {
        this.interval = interval;
        this.files = files;
        this.identity = identity;
        this.available = available;
        this.pageBytes = pageBytes;
    }

    @Override
    public WorkingMemory open(int layer, MemoryNeed need) throws IOException {
        long budget = available();
        if (budget < need.total() && !need.worksThroughWindow()) {
            throw new CheckFailedException("layer " + layer + " needs " + Units.bytes(need.total())
                    + " of main memory at a time, and beside the Java heap there are " + Units.bytes(budget)
                    + "; a smaller heap leaves more (GRANARY_JAVA_OPTIONS=-Xmx...)");
        }
        files.disk().createDirectories(directory());
        Path path = path(layer);
        LockFile lock = LockFile.tryTake(path)
                .orElseThrow(() -> new InvalidRequestException(
                        "another builder uses " + path + "; choose another --scratch directory"));
        try {
            Layout layout = layout(path, layer, need).orElse(null);
            if (layout == null) {
                layout = budget < need.total() ? Layout.ORDERED : Layout.PLAIN;
                create(path, layer, need, layout);
            }
            return layout == Layout.PLAIN && need.total() <= budget
                    ? mapped(path, lock, need)
                    : windowed(path, lock, need, budget, layout == Layout.PLAIN ? null : need.order());
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static WholeMemory mapped(Path path, LockFile lock, MemoryNeed need) throws IOException {
        ReservedFile file = ReservedFile.open(path);
        return new WholeMemory(
                file.segment().asSlice(HEADER, need.state()),
                file.segment().asSlice(HEADER + need.state(), need.temporary()),
                note(file),
                owner(lock, file, null));
    }

    private WindowedMemory windowed(Path path, LockFile lock, MemoryNeed need, long budget, PageOrder order)
            throws IOException {
        int page = pageBytes.applyAsInt(need.total());
        FileWindow window = new FileWindow(path, HEADER, need.total(), budget, page, order).saveEvery(interval);
        ReservedFile file = ReservedFile.open(path);
        return new WindowedMemory(window, note(file), owner(lock, file, window));
    }

    private static Closeable owner(LockFile lock, ReservedFile file, FileWindow window) {
        return () -> {
            try (lock;
                    file;
                    window) {
                // Closed in this order, from the last to the first.
            }
        };
    }

    private static StateNote note(ReservedFile file) {
        return StateNote.ofThisRun(file.segment().asSlice(NOTE_AT, StateNote.BYTES));
    }

    private void create(Path path, int layer, MemoryNeed need, Layout layout) throws IOException {
        Files.deleteIfExists(path);
        try (ReservedFile made = ReservedFile.create(Disk.temporary(path), length(need))) {
            String text = text(layer, need, layout) + "of " + need.basis() + "\n";
            made.segment().copyFrom(MemorySegment.ofArray(text.getBytes(StandardCharsets.US_ASCII)));
            made.finish();
        }
        files.disk().publish(path);
    }

    private long length(MemoryNeed need) {
        return fileBytes(need.total(), pageBytes.applyAsInt(need.total()));
    }

    private static long fileBytes(long bytes, int page) {
        return HEADER + WindowPages.fileBytes(bytes, page);
    }

    /** Returns the length of a file that holds a number of bytes of working memory. */
    public static long fileBytes(long bytes) {
        return fileBytes(bytes, WindowPages.pageBytes(bytes));
    }

    @Override
    public long available() {
        return available.getAsLong();
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
        return isBegun(layer, need) ? 0 : length(need);
    }

    @Override
    public boolean canResume(int layer, MemoryNeed need) {
        return isBegun(layer, need);
    }

    /** Returns whether there is a file of this layer and need. */
    final boolean isBegun(int layer, MemoryNeed need) {
        try {
            return layout(path(layer), layer, need).isPresent();
        } catch (IOException e) {
            return false; // opening the file reports the error
        }
    }

    private Path path(int layer) {
        return files.path(layer, WorkFiles.Kind.SCRATCH);
    }

    /** Returns the layout of a file, or empty when the file is missing or is not of this layer and need. */
    private Optional<Layout> layout(Path path, int layer, MemoryNeed need) throws IOException {
        if (!Files.exists(path) || Files.size(path) < length(need)) {
            return Optional.empty();
        }
        byte[] header;
        try (var in = Files.newInputStream(path)) {
            header = in.readNBytes(HEADER);
        }
        String text = new String(header, 0, NOTE_AT, StandardCharsets.US_ASCII);
        String note = StateNote.ofThisRun(MemorySegment.ofArray(header).asSlice(NOTE_AT))
                .read();
        for (Layout layout : Layout.values()) {
            Matcher basis = BASIS.matcher(text);
            int end = text(layer, need, layout).length();
            if ((layout == Layout.PLAIN || need.worksThroughWindow())
                    && text.startsWith(text(layer, need, layout))
                    && basis.region(end, text.length()).matches()
                    && need.goesOnWith(basis.group(1), note)) {
                return Optional.of(layout);
            }
        }
        return Optional.empty();
    }

    private String text(int layer, MemoryNeed need, Layout layout) {
        String pages = "pages " + pageBytes.applyAsInt(need.total()) + "\n";
        return "granary scratch 5\n" + identity + "\nlayer " + layer + "\nbytes " + need.total() + "\n"
                + (layout == Layout.PLAIN ? "" : pages);
    }
}
