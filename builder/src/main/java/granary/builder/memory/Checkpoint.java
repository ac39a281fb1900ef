package granary.builder.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import granary.builder.file.Disk;
import java.io.EOFException;
import java.io.IOException;
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
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * A copy of a layer's working memory in a file, taken while threads write to that memory. This is sound because a solver can resume
 * from any mixture of older and newer bytes of the state. While the {@link StateNote} stays the same, that holds for
 * the temporary memory, too.
 *
 * <p>The file holds a page of text that identifies game, layer and contents, then the state, then, if a note says what it holds, the
 * temporary memory.
 */
final class Checkpoint {
    private static final int PAGE = 4096;
    /** Bytes that are copied at once. */
    private static final int AT_ONCE = 1 << 22;
    /** Bytes after which the file is forced, so that they do not displace what the build reads from the system's cache. */
    private static final long FORCED_TOGETHER = 1L << 28;

    private static final Pattern REST = Pattern.compile("note ([^\n]*)\ncrc32c ([0-9a-f]{8})\n\0*");

    private final WorkFiles files;
    private final Path path;
    private final String identification;
    private final MemoryNeed need;

    /** Names the checkpoint of a layer, which need not exist. */
    Checkpoint(WorkFiles files, String identity, int layer, MemoryNeed need) {
        this.files = files;
        this.path = files.path(layer, WorkFiles.Kind.CHECKPOINT);
        this.need = need;
        this.identification = "granary checkpoint 1\n" + identity + "\nlayer " + layer + "\nstate " + need.state()
                + "\ntemporary " + need.temporary() + "\n";
    }

    /** What the first page says. */
    private record Contents(String note, long crc) {}

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
        if (!rest.matches() || Files.size(path) != PAGE + bytes(rest.group(1))) {
            return Optional.empty();
        }
        return Optional.of(new Contents(rest.group(1), Long.parseLong(rest.group(2), 16)));
    }

    private long bytes(String note) {
        return need.state() + (note.isEmpty() ? 0 : need.temporary());
    }

    /** Returns when a checkpoint to resume from was taken, or empty when there is none. */
    Optional<Instant> taken() throws IOException {
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
    void restore(WorkingMemory memory) throws IOException {
        Optional<Contents> contents = contents();
        if (contents.isPresent()) {
            switch (memory) {
                case WholeMemory whole -> restore(whole, contents.get());
                case WindowedMemory windowed -> restore(windowed.window(), contents.get());
            }
        }
    }

    private void restore(WholeMemory memory, Contents contents) throws IOException {
        CRC32C crc = new CRC32C();
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.position(PAGE);
            for (MemorySegment part : parts(memory, contents.note())) {
                for (long at = 0; at < part.byteSize(); at += AT_ONCE) {
                    ByteBuffer bytes = part.asSlice(at, Math.min(AT_ONCE, part.byteSize() - at))
                            .asByteBuffer();
                    readFully(channel, bytes);
                    crc.update(bytes.flip());
                }
            }
        }
        if (crc.getValue() != contents.crc()) {
            Files.delete(path);
            memory.state().fill((byte) 0);
        } else if (!contents.note().isEmpty()) {
            memory.note().write(contents.note());
        }
    }

    /** Checks all bytes before it copies any: pages may be written to the file while others are read. */
    private void restore(FileWindow window, Contents contents) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(AT_ONCE);
        CRC32C crc = new CRC32C();
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.position(PAGE);
            for (long left = bytes(contents.note()); left > 0; left -= buffer.limit()) {
                readFully(channel, buffer.clear().limit((int) Math.min(AT_ONCE, left)));
                crc.update(buffer.flip());
            }
            if (crc.getValue() != contents.crc()) {
                Files.delete(path);
                return;
            }
            channel.position(PAGE);
            WorkingArray state = window.array(0);
            byte[] bytes = new byte[Math.clamp(window.bytes(), 1, AT_ONCE)];
            for (long at = 0; at < need.state(); at += bytes.length) {
                int length = (int) Math.min(bytes.length, need.state() - at);
                BitSet pages = new BitSet();
                window.addPages(pages, at, length);
                window.load(pages, List.of());
                readFully(channel, ByteBuffer.wrap(bytes, 0, length));
                state.write(bytes, 0, length, at);
                window.changed(pages);
            }
        }
    }

    private void readFully(FileChannel channel, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException(path + " has become shorter");
            }
        }
    }

    private static List<MemorySegment> parts(WholeMemory memory, String note) {
        return note.isEmpty() ? List.of(memory.state()) : List.of(memory.state(), memory.temporary());
    }

    /**
     * Copies memory into a file and publishes it in place of the older copy.
     *
     * @param isOver returns whether to give up
     * @return whether there is a new copy
     * @throws IOException when the copy cannot be written
     */
    boolean take(WholeMemory memory, BooleanSupplier isOver) throws IOException {
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
        CRC32C crc = new CRC32C();
        // The memory changes meanwhile, so the checksum is taken of a copy, and the copy is written.
        ByteBuffer buffer = ByteBuffer.allocateDirect(AT_ONCE);
        MemorySegment copy = MemorySegment.ofBuffer(buffer);
        try (FileChannel channel = FileChannel.open(
                temporary, StandardOpenOption.WRITE, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING)) {
            files.checkRoom(temporary, PAGE + bytes(note));
            channel.position(PAGE);
            long unforced = 0;
            for (MemorySegment part : parts(memory, note)) {
                for (long at = 0; at < part.byteSize(); at += AT_ONCE) {
                    if (isOver.getAsBoolean()) {
                        return false;
                    }
                    int length = (int) Math.min(AT_ONCE, part.byteSize() - at);
                    MemorySegment.copy(part, JAVA_BYTE, at, copy, JAVA_BYTE, 0, length);
                    buffer.limit(length).rewind();
                    crc.update(buffer);
                    writeFully(channel, buffer.rewind());
                    unforced += length;
                    if (unforced >= FORCED_TOGETHER) {
                        channel.force(false);
                        unforced = 0;
                    }
                }
            }
            if (!memory.note().read().equals(note)) {
                return false; // the note changed: the next checkpoint holds the present contents
            }
            String page =
                    identification + "note " + note + String.format(Locale.ROOT, "\ncrc32c %08x\n", crc.getValue());
            ByteBuffer first = ByteBuffer.allocate(PAGE);
            first.put(page.getBytes(StandardCharsets.US_ASCII)).rewind();
            channel.position(0);
            writeFully(channel, first);
            return true;
        }
    }

    private static void writeFully(FileChannel channel, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }
}
