package granary.builder.store;

import granary.builder.file.NativeMemory;
import granary.format.ChunkChecksums;
import granary.format.LayerHeader;
import granary.format.PackedTable;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The scores, distances or bounds of a finished layer in its mapped file. Any number of threads may use it. */
public final class PackedLayer {
    private final MappedFile file;
    private final LayerHeader header;
    private final PackedTable table;
    private final Map<Quantity, RowDecoder> decoders = new ConcurrentHashMap<>();

    /** Makes a layer. Its table compares a chunk with its checksum before the first use, unless {@code checksums} is null. */
    PackedLayer(MappedFile file, LayerHeader header, ChunkChecksums checksums) {
        this.file = file;
        this.header = header;
        this.table = new PackedTable(file, header, checksums);
    }

    /** Returns the file's header. */
    public LayerHeader header() {
        return header;
    }

    /** Returns the table, to look up single values, or to check chunks before they are read through {@link #rows}. */
    public PackedTable table() {
        return table;
    }

    /**
     * Returns a decoder of many values at once of a quantity that the file holds. It does not check chunks.
     *
     * @throws IllegalArgumentException when a score does not fit a byte
     */
    public RowDecoder rows(Quantity quantity) {
        RowDecoder made = decoders.get(quantity); // computeIfAbsent may lock although the decoder exists
        return made != null
                ? made
                : decoders.computeIfAbsent(
                        quantity,
                        each -> each == Quantity.SCORE
                                ? digits(-header.minimum())
                                : new RowDecoder(data(), header.packing(), each.byPair(header.layer())));
    }

    /**
     * Returns a decoder of the digits, which stand for the values from the lowest up. Each digit is decoded as a byte, less a bias.
     *
     * @throws IllegalArgumentException when a digit less the bias does not fit a byte
     */
    public RowDecoder digits(int bias) {
        return new RowDecoder(data(), header.packing(), -bias);
    }

    private MemorySegment data() {
        return file.bytes().asSlice(LayerHeader.LENGTH, header.dataLength());
    }

    /** Prepares lookups of single values in a file that the main memory does not hold. */
    public void readAtRandom() {
        NativeMemory.adviseRandom(file.bytes());
    }
}
