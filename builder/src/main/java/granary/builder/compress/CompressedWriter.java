package granary.builder.compress;

import granary.builder.file.Disk;
import granary.compressed.BlockDecoder;
import granary.compressed.BlockWalk;
import granary.format.CompressedHeader;
import granary.format.FileDigest;
import granary.format.LayerHeader;
import granary.format.Manifest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.function.LongFunction;
import org.agrona.collections.IntArrayList;

/**
 * Writes the file of a compressed layer under its temporary name: the model, then pages that are filled with blocks in their order, then
 * the directory, and at last the header with the number of pages. One thread uses a writer.
 */
final class CompressedWriter implements AutoCloseable {
    private final LongFunction<CompressedHeader> header;
    private final byte[] name;
    private final Path temporary;
    private final FileChannel channel;
    /** The segment of the file that is being filled, as the digest cuts it. */
    final byte[] segment = new byte[FileDigest.SEGMENT];

    int filled;
    /** The digests of the segments behind the header, one after another. */
    final ByteArrayOutputStream digests = new ByteArrayOutputStream();

    long written = LayerHeader.LENGTH;

    /** The number of the first block of each page. */
    private final IntArrayList directory = new IntArrayList();

    long blocks;

    // The page that is being filled.
    private final byte[] lengths = new byte[CompressedHeader.PAGE];
    private final byte[] data = new byte[CompressedHeader.PAGE];
    int pageBlocks;
    private int pageBytes;

    /**
     * Begins a file.
     *
     * @param path its final name
     * @param model the model's bytes
     * @param header makes the header from the number of pages
     * @throws IOException when the file cannot be created
     */
    CompressedWriter(Path path, byte[] model, LongFunction<CompressedHeader> header) throws IOException {
        this.header = header;
        this.name = header.apply(0).name();
        this.temporary = Disk.temporary(path);
        this.channel = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        write(Arrays.copyOf(
                model, (model.length + CompressedHeader.PAGE - 1) / CompressedHeader.PAGE * CompressedHeader.PAGE));
    }

    /**
     * Adds blocks.
     *
     * @param part the number of blocks, u16; their length bytes; their bytes
     */
    void add(byte[] part) throws IOException {
        int count = (part[0] & 0xff) | (part[1] & 0xff) << 8;
        int at = 2 + count;
        for (int i = 0; i < count; i++) {
            int length = part[2 + i] & 0xff;
            int bytes = length == BlockDecoder.RAW ? Math.min(BlockWalk.BLOCK, part.length - at) : length;
            if (CompressedHeader.LENGTHS_AT + pageBlocks + 1 + pageBytes + bytes > CompressedHeader.PAGE) {
                endPage();
            }
            lengths[pageBlocks++] = part[2 + i];
            System.arraycopy(part, at, data, pageBytes, bytes);
            pageBytes += bytes;
            at += bytes;
        }
    }

    /** Adds a page to the directory. */
    void list(int itsBlocks) {
        directory.addInt((int) blocks);
        blocks += itsBlocks;
    }

    void endPage() throws IOException {
        int first = (int) blocks;
        list(pageBlocks);
        ByteBuffer page = ByteBuffer.allocate(CompressedHeader.PAGE).order(ByteOrder.LITTLE_ENDIAN);
        page.position(Integer.BYTES)
                .putShort((short) pageBlocks)
                .put(lengths, 0, pageBlocks)
                .put(data, 0, pageBytes);
        page.putInt(0, CompressedHeader.pageChecksum(name, first, page.array(), 0));
        pageBlocks = 0;
        pageBytes = 0;
        write(page.array());
    }

    private void write(int number) throws IOException {
        write(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(number)
                .array());
    }

    private void write(byte[] bytes) throws IOException {
        for (int at = 0; at < bytes.length; ) {
            int count = Math.min(bytes.length - at, segment.length - filled);
            System.arraycopy(bytes, at, segment, filled, count);
            filled += count;
            at += count;
            if (filled == segment.length) {
                endSegment();
            }
        }
    }

    void endSegment() throws IOException {
        put(ByteBuffer.wrap(segment, 0, filled), written);
        MessageDigest digest = FileDigest.sha256();
        digest.update(segment, 0, filled);
        digests.writeBytes(digest.digest());
        written += filled;
        filled = 0;
    }

    private void put(ByteBuffer bytes, long at) throws IOException {
        try {
            while (bytes.hasRemaining()) {
                at += channel.write(bytes, at);
            }
        } catch (IOException e) {
            throw Disk.named(temporary, e);
        }
    }

    /** Completes the file, which {@link Disk#publish(Path)} then publishes, and returns its entry in the manifest. */
    Manifest.Entry finish() throws IOException {
        endPage();
        int pages = directory.size();
        for (int page = 0; page < pages; page++) {
            write(directory.getInt(page));
        }
        write((int) blocks);
        for (int page = 0; page < pages; page += CompressedHeader.INDEXED) {
            write(directory.getInt(page));
        }
        if (filled > 0) {
            endSegment();
        }
        CompressedHeader complete = header.apply(pages);
        byte[] first = complete.toBytes();
        put(ByteBuffer.wrap(first), 0);
        channel.close();
        FileDigest digest = new FileDigest(complete.fileLength());
        digest.set(0, ByteBuffer.wrap(first));
        digest.set(1, digests.toByteArray());
        return new Manifest.Entry(complete.fileLength(), digest.hex());
    }

    /** Deletes the temporary file unless it was published. */
    @Override
    public void close() throws IOException {
        channel.close();
        Files.deleteIfExists(temporary);
    }
}
