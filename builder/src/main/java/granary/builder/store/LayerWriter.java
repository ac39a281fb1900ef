package granary.builder.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import granary.format.Codec;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.Packing;
import granary.format.Section;
import granary.game.Game;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * Writes the file of one layer under a temporary name and publishes it when it is complete. Threads may write different
 * groups of scores concurrently; one thread publishes.
 */
public final class LayerWriter implements AutoCloseable {
    private static final ValueLayout.OfInt CHECKSUM = JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final int layer;
    private final Path path;
    private final LayerHeader header;
    private final Codec codec;
    private final ReservedFile file;

    /**
     * Creates the temporary file and reserves its blocks.
     *
     * @param directory the database's directory
     * @throws granary.builder.CheckFailedException when the disk is full
     * @throws IOException when the file cannot be created
     */
    LayerWriter(Path directory, Game game, int layer) throws IOException {
        this.layer = layer;
        this.path = directory.resolve(Manifest.fileName(layer));
        this.header =
                LayerHeader.of(game.identity(), layer, game.size(layer), game.minScore(layer), game.maxScore(layer));
        this.codec = new Codec(header.scores().packing());
        this.file = ReservedFile.create(
                path.resolveSibling(path.getFileName() + DatabaseDirectory.TEMPORARY_SUFFIX), header.fileLength());
        byte[] page = header.toBytes();
        write(0, page, page.length);
    }

    /** Returns the layer's number. */
    public int layer() {
        return layer;
    }

    /** Returns how scores are packed: writes begin at multiples of its digits. */
    public Packing packing() {
        return header.scores().packing();
    }

    /**
     * Packs and writes scores.
     *
     * @param offset the first position's offset, a multiple of {@code packing().digits()}
     * @param scores the scores
     * @param from index of the first
     * @param count how many; a multiple of {@code packing().digits()} unless the layer ends there
     * @throws IllegalArgumentException when offset or count is not such a multiple, or a score is out of range
     */
    public void write(long offset, short[] scores, int from, int count) {
        Section section = header.scores();
        Packing packing = section.packing();
        int digits = packing.digits();
        if (offset % digits != 0 || (count % digits != 0 && offset + count != header.positions())) {
            throw new IllegalArgumentException(
                    "scores " + offset + " to " + (offset + count - 1) + " are not whole groups of " + digits);
        }
        short[] values = new short[count];
        for (int i = 0; i < count; i++) {
            int value = scores[from + i] - section.minimum();
            if (value < 0 || value >= packing.radix()) {
                throw new IllegalArgumentException(
                        "score " + scores[from + i] + " at offset " + (offset + i) + " of layer " + layer);
            }
            values[i] = (short) value;
        }
        byte[] packed = new byte[Math.toIntExact(packing.groupBytes(count)) + Long.BYTES];
        writePacked(offset / digits, packed, codec.pack(values, count, packed));
    }

    /**
     * Writes packed groups.
     *
     * @param group number of the first group
     * @param packed the groups
     * @param length bytes to write, a multiple of {@code packing().bytes()}
     */
    public void writePacked(long group, byte[] packed, int length) {
        Section section = header.scores();
        write(section.dataOffset() + group * section.packing().bytes(), packed, length);
    }

    private void write(long at, byte[] bytes, int length) {
        MemorySegment.copy(bytes, 0, file.segment(), JAVA_BYTE, at, length);
    }

    private void read(long at, byte[] bytes, int length) {
        MemorySegment.copy(file.segment(), JAVA_BYTE, at, bytes, 0, length);
    }

    /**
     * Adds the checksums, forces the file to the disk and renames it to its final name.
     *
     * @return the file's entry in the manifest
     * @throws IOException when the disk fails
     */
    Manifest.Entry publish() throws IOException {
        writeChecksums();
        String digest = digest();
        file.finish();
        Directories.publish(file.path(), path);
        return new Manifest.Entry(path.getFileName().toString(), header.fileLength(), digest);
    }

    private void writeChecksums() {
        Section section = header.scores();
        byte[] block = new byte[section.blockLength()];
        for (long i = 0; i < section.blocks(); i++) {
            long start = i * section.blockLength();
            int length = (int) Math.min(section.blockLength(), section.dataLength() - start);
            read(section.dataOffset() + start, block, length);
            CRC32C crc = new CRC32C();
            crc.update(block, 0, length);
            file.segment().set(CHECKSUM, section.checksumOffset() + i * Integer.BYTES, (int) crc.getValue());
        }
    }

    private String digest() {
        MessageDigest digest = sha256();
        byte[] part = new byte[1 << 16];
        for (long at = 0; at < header.fileLength(); at += part.length) {
            int length = (int) Math.min(part.length, header.fileLength() - at);
            read(at, part, length);
            digest.update(part, 0, length);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Returns a new SHA-256 digest; every Java platform has it. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Deletes the temporary file unless it was published. */
    @Override
    public void close() throws IOException {
        if (!file.isClosed()) {
            file.close();
            Files.deleteIfExists(file.path());
        }
    }
}
