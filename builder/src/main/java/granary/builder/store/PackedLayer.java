package granary.builder.store;

import granary.builder.file.NativeMemory;
import granary.format.BlockChecksums;
import granary.format.LayerHeader;
import granary.format.PackedTable;
import java.nio.file.Path;

/** The scores or distances of a finished layer in its mapped file. Any number of threads may use it. */
public final class PackedLayer {
    private final MappedFile file;
    private final LayerHeader header;
    private final PackedTable table;
    /** Made on first use; several threads may each make one. */
    private RowDecoder rows;

    /** Makes a layer. Its table compares a block with its checksum before the first use, unless {@code checksums} is null. */
    PackedLayer(MappedFile file, LayerHeader header, BlockChecksums checksums) {
        this.file = file;
        this.header = header;
        this.table = new PackedTable(file, header, checksums);
    }

    /** Returns where the file is. */
    Path path() {
        return file.path();
    }

    /** Returns the file's header. */
    public LayerHeader header() {
        return header;
    }

    /** Returns the table, to look up single values, or to check blocks before they are read through {@link #rows}. */
    public PackedTable table() {
        return table;
    }

    /**
     * Returns a decoder of many values at once. It does not check blocks.
     *
     * @throws IllegalArgumentException when a value does not fit a byte
     */
    public RowDecoder rows() {
        RowDecoder made = rows;
        if (made == null) {
            made = decoder(header.minimum());
            rows = made;
        }
        return made;
    }

    /**
     * Returns a decoder of the digits, which stand for the values from the lowest up. Each digit is decoded as a byte, less a bias.
     *
     * @throws IllegalArgumentException when a digit less the bias does not fit a byte
     */
    public RowDecoder digits(int bias) {
        return decoder(-bias);
    }

    /** Prepares lookups of single values in a file that the main memory does not hold. */
    public void readAtRandom() {
        NativeMemory.adviseRandom(file.bytes());
    }

    private RowDecoder decoder(int lowest) {
        return new RowDecoder(file.bytes().asSlice(LayerHeader.LENGTH, header.dataLength()), header.packing(), lowest);
    }
}
