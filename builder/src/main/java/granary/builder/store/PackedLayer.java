package granary.builder.store;

import granary.builder.file.NativeMemory;
import granary.database.Bounds;
import granary.format.BlockChecksums;
import granary.format.LayerHeader;
import granary.format.PackedTable;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.function.IntUnaryOperator;

/** The scores, distances or bounds of a finished layer in its mapped file. Any number of threads may use it. */
public final class PackedLayer {
    private final MappedFile file;
    private final LayerHeader header;
    private final PackedTable table;
    /** Made on first use; several threads may each make one. */
    private RowDecoder rows;

    private RowDecoder forced;
    private RowDecoder conceded;

    /** Makes a layer. Its table compares a block with its checksum before the first use, unless {@code checksums} is null. */
    PackedLayer(MappedFile file, LayerHeader header, BlockChecksums checksums) {
        this.file = file;
        this.header = header;
        this.table = new PackedTable(file, header, checksums);
    }

    /** Returns the path of the file. */
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

    /** Returns a decoder of the seeds that the mover can force, of a file of bounds. It does not check blocks. */
    public RowDecoder forced() {
        RowDecoder made = forced;
        if (made == null) {
            made = ofBounds(Bounds::least);
            forced = made;
        }
        return made;
    }

    /** Returns a decoder of the seeds that the opponent can force, negative, of a file of bounds. It does not check blocks. */
    public RowDecoder conceded() {
        RowDecoder made = conceded;
        if (made == null) {
            made = ofBounds(bounds -> Bounds.most(bounds) - Bounds.seeds(bounds));
            conceded = made;
        }
        return made;
    }

    private RowDecoder ofBounds(IntUnaryOperator value) {
        int[] bounds = Bounds.byPair(header.layer());
        byte[] values = new byte[bounds.length];
        for (int pair = 0; pair < values.length; pair++) {
            values[pair] = (byte) value.applyAsInt(bounds[pair]);
        }
        return new RowDecoder(data(), header.packing(), values);
    }

    private MemorySegment data() {
        return file.bytes().asSlice(LayerHeader.LENGTH, header.dataLength());
    }

    /** Prepares lookups of single values in a file that the main memory does not hold. */
    public void readAtRandom() {
        NativeMemory.adviseRandom(file.bytes());
    }

    private RowDecoder decoder(int lowest) {
        return new RowDecoder(data(), header.packing(), lowest);
    }
}
