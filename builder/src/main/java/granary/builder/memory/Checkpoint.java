package granary.builder.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.file.Disk;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;

/**
 * A copy of a layer's working memory in a file, taken while threads write to that memory. This is sound because a solver can resume
 * from any mixture of older and newer bytes of the state. While the {@link StateNote} stays the same, that holds for
 * the temporary memory, too.
 *
 * <p>The file holds a page of text that identifies game, layer, basis and contents; then the state; then, if a note says what it holds,
 * the temporary memory; then the CRC32C of each {@link Piece}. All threads copy pieces back, so that the threads of all sockets touch
 * pages first.
 */
public final class Checkpoint {
    private static final int PAGE = 4096;
    /** The most bytes of a piece, which is copied at once. */
    public static final int AT_ONCE = 1 << 22;
    /** Bytes after which the file is forced, so that they do not displace what the build reads from the system's cache. */
    private static final long FORCED_TOGETHER = 1L << 28;

    private static final Pattern REST = Pattern.compile("of ([^\n]*)\nnote ([^\n]*)\ncrc32c ([0-9a-f]{8})\n\0*");

    private final WorkFiles files;
    private final Path path;
    private final String identification;
    private final MemoryNeed need;
    private final IntPredicate isCopied;

    /** Names the checkpoint of a layer, which need not exist. */
    Checkpoint(WorkFiles files, String identity, int layer, MemoryNeed need) {
        this(files, identity, layer, need, piece -> true);
    }

    /**
     * Names a checkpoint of some pieces, for rehearsals: the others are holes of the file.
     *
     * @param isCopied tells by the piece's number: those of the state first, then those of the temporary memory
     */
    public Checkpoint(WorkFiles files, String identity, int layer, MemoryNeed need, IntPredicate isCopied) {
        this.isCopied = isCopied;
        this.files = files;
        this.path = files.path(layer, WorkFiles.Kind.CHECKPOINT);
        this.need = need;
        this.identification = "granary checkpoint 3\n" + identity + "\nlayer " + layer + "\nstate " + need.state()
                + "\ntemporary " + need.temporary() + "\n";
    }

    /** What the first page says: the note, and the CRC32C of those of the pieces. */
    private record Contents(String note, int crc) {}

    /**
     * Bytes of the state, or of the temporary memory.
     *
     * @param inFile where they begin in the file
     * @param isState whether they are of the state
     * @param at where they begin in the memory
     * @param length how many, {@link #AT_ONCE} at most
     */
    private record Piece(long inFile, boolean isState, long at, int length) {
        MemorySegment of(WholeMemory memory) {
            return (isState ? memory.state() : memory.temporary()).asSlice(at, length);
        }
    }

    private long statePieces() {
        return pieces(need.state());
    }

    private static long pieces(long bytes) {
        return Math.ceilDiv(bytes, AT_ONCE);
    }

    private int pieces(String note) {
        return Math.toIntExact(statePieces() + (note.isEmpty() ? 0 : pieces(need.temporary())));
    }

    private Piece piece(long number) {
        boolean isState = number < statePieces();
        long at = (isState ? number : number - statePieces()) * AT_ONCE;
        long bytes = isState ? need.state() : need.temporary();
        long inFile = PAGE + (isState ? 0 : need.state()) + at;
        return new Piece(inFile, isState, at, (int) Math.min(AT_ONCE, bytes - at));
    }

    /** Returns what the file holds, or empty when there is none that is complete. */
    private Optional<Contents> contents() throws IOException {
        if (!Files.exists(path)) {
            return Optional.empty();
        }
        String page;
        try (var in = Files.newInputStream(path)) {
            page = new String(in.readNBytes(PAGE), StandardCharsets.US_ASCII);
        }
        if (!page.startsWith(identification)) {
            return Optional.empty();
        }
        Matcher rest = REST.matcher(page.substring(identification.length()));
        if (!rest.matches()
                || !need.goesOnWith(rest.group(1), rest.group(2))
                || Files.size(path) != length(rest.group(2))) {
            return Optional.empty();
        }
        return Optional.of(new Contents(rest.group(2), Integer.parseUnsignedInt(rest.group(3), 16)));
    }

    private long length(String note) {
        return sumsAt(note) + (long) Integer.BYTES * pieces(note);
    }

    /** Returns where the checksums of the pieces are in the file. */
    private long sumsAt(String note) {
        return PAGE + need.state() + (note.isEmpty() ? 0 : need.temporary());
    }

    /** Returns when a checkpoint to resume from was taken, or empty when there is none. */
    public Optional<Instant> taken() throws IOException {
        return contents().isPresent()
                ? Optional.of(Files.getLastModifiedTime(path).toInstant())
                : Optional.empty();
    }

    /**
     * Copies a checkpoint into memory that holds zeros. A damaged checkpoint is deleted, and the memory holds zeros. Through a window
     * only the state is copied, because the note would not be true before all pages are written.
     *
     * @throws IOException when it cannot be read
     */
    public void restore(WorkingMemory memory) throws IOException {
        Optional<Contents> contents = contents();
        if (contents.isPresent()) {
            switch (memory) {
                case WholeMemory whole -> restore(whole, contents.get());
                case WindowedMemory windowed -> restore(windowed.window(), contents.get());
            }
        }
    }

    /**
     * Removes the checkpoint if there is one.
     *
     * @throws IOException when it cannot be removed
     */
    void remove() throws IOException {
        Files.deleteIfExists(path);
    }

    private void restore(WholeMemory memory, Contents contents) throws IOException {
        boolean isWhole;
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            isWhole = readPieces(channel, contents, piece -> piece.of(memory).asByteBuffer());
        }
        if (!isWhole) {
            Files.delete(path);
            memory.state().fill((byte) 0);
        } else if (!contents.note().isEmpty()) {
            memory.note().write(contents.note());
        }
    }

    /** Reads each piece into a buffer for it, on all processors; returns whether all pieces agree with their checksums. */
    private boolean readPieces(FileChannel channel, Contents contents, Function<Piece, ByteBuffer> buffers)
            throws IOException {
        ByteBuffer sums = ByteBuffer.allocate(Integer.BYTES * pieces(contents.note()));
        readFully(channel, sums, sumsAt(contents.note()));
        if (sum(sums.flip()) != contents.crc()) {
            return false;
        }
        AtomicBoolean isWhole = new AtomicBoolean(true);
        try {
            new WorkerPool(Runtime.getRuntime().availableProcessors(), Monitor.SILENT)
                    .run(pieces(contents.note()), (worker, number) -> {
                        if (!isCopied.test((int) number)) {
                            return;
                        }
                        Piece piece = piece(number);
                        ByteBuffer bytes = buffers.apply(piece);
                        try {
                            readFully(channel, bytes, piece.inFile());
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                        if (sum(bytes.flip()) != sums.getInt((int) number * Integer.BYTES)) {
                            isWhole.set(false);
                        }
                    });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return isWhole.get();
    }

    /** Checks all bytes before it copies any: pages may be written to the file while others are read. */
    private void restore(FileWindow window, Contents contents) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            boolean isWhole = readPieces(channel, contents, piece -> ByteBuffer.allocate(piece.length()));
            if (!isWhole) {
                Files.delete(path);
                return;
            }
            WorkingArray state = window.array(0);
            byte[] bytes = new byte[Math.clamp(window.pages().bytes(), 1, AT_ONCE)];
            for (long at = 0; at < need.state(); at += bytes.length) {
                int length = (int) Math.min(bytes.length, need.state() - at);
                BitSet pages = new BitSet();
                window.pages().addPages(pages, at, length);
                window.load(pages, List.of());
                readFully(channel, ByteBuffer.wrap(bytes, 0, length), PAGE + at);
                state.write(bytes, 0, length, at);
                window.changed(pages);
            }
        }
    }

    private static int sum(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    private void readFully(FileChannel channel, ByteBuffer buffer, long from) throws IOException {
        for (long at = from; buffer.hasRemaining(); ) {
            int read = channel.read(buffer, at);
            if (read < 0) {
                throw new EOFException(path + " has become shorter");
            }
            at += read;
        }
    }

    /**
     * Copies memory into a file and publishes it in place of the older copy.
     *
     * @param isOver returns whether to give up
     * @return whether there is a new copy
     * @throws IOException when the copy cannot be written
     */
    public boolean take(WholeMemory memory, BooleanSupplier isOver) throws IOException {
        Path temporary = Disk.temporary(path);
        try {
            boolean complete = write(memory, temporary, isOver);
            if (complete) {
                files.disk().publish(path);
            }
            return complete;
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private boolean write(WholeMemory memory, Path temporary, BooleanSupplier isOver) throws IOException {
        String note = memory.note().read();
        // The memory changes meanwhile, so the checksum is taken of a copy, and the copy is written.
        ByteBuffer buffer = ByteBuffer.allocateDirect(AT_ONCE);
        MemorySegment copy = MemorySegment.ofBuffer(buffer);
        ByteBuffer sums = ByteBuffer.allocate(Integer.BYTES * pieces(note));
        try (FileChannel channel = FileChannel.open(
                temporary, StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING)) {
            int[] copied = IntStream.range(0, pieces(note)).filter(isCopied).toArray();
            files.checkRoom(temporary, length(note) - (long) AT_ONCE * (pieces(note) - copied.length));
            long unforced = 0;
            for (int number : copied) {
                if (isOver.getAsBoolean()) {
                    return false;
                }
                Piece piece = piece(number);
                MemorySegment.copy(piece.of(memory), JAVA_BYTE, 0, copy, JAVA_BYTE, 0, piece.length());
                buffer.limit(piece.length()).rewind();
                sums.putInt(number * Integer.BYTES, sum(buffer));
                writeFully(channel, buffer.rewind(), piece.inFile());
                unforced += piece.length();
                if (unforced >= FORCED_TOGETHER) {
                    channel.force(false);
                    unforced = 0;
                }
            }
            if (!memory.note().read().equals(note)) {
                return false; // the note changed: the next checkpoint holds the present contents
            }
            writeFully(channel, sums, sumsAt(note));
            String page = identification + "of " + need.basis() + "\nnote " + note
                    + String.format(Locale.ROOT, "\ncrc32c %08x\n", sum(sums.rewind()));
            ByteBuffer first = ByteBuffer.allocate(PAGE);
            first.put(page.getBytes(StandardCharsets.US_ASCII)).rewind();
            writeFully(channel, first, 0);
            return true;
        }
    }

    private static void writeFully(FileChannel channel, ByteBuffer buffer, long from) throws IOException {
        for (long at = from; buffer.hasRemaining(); ) {
            at += channel.write(buffer, at);
        }
    }
}
