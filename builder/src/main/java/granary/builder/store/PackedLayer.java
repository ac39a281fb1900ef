package granary.builder.store;

import granary.format.BlockChecksums;
import granary.format.LayerHeader;
import granary.format.ScoreTable;
import java.nio.file.Path;

/** The scores or distances of a finished layer in its mapped file. Any number of threads may use it. */
public final class PackedLayer {
    private final MappedFile file;
    private final LayerHeader header;
    private final ScoreTable table;
    /** Made when it is asked for, perhaps by several threads. */
    private RowDecoder rows;

    /** Makes a layer whose table compares checksums before a block is used for the first time, unless they are null. */
    PackedLayer(MappedFile file, LayerHeader header, BlockChecksums checksums) {
        this.file = file;
        this.header = header;
        this.table = new ScoreTable(file, header, checksums);
    }

    /** Returns where the file is. */
    Path path() {
        return file.path();
    }

    /** Returns the file's header. */
    public LayerHeader header() {
        return header;
    }

    /** Returns the values, for those who look single ones up, and the check of blocks for those who read {@link #rows}. */
    public ScoreTable table() {
        return table;
    }

    /**
     * Returns the values, for those who read them by the thousand.
     *
     * @throws IllegalArgumentException when one does not fit a byte
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
     * Returns the digits, which stand for the values from the lowest up, each less a bias so that it fits a byte.
     *
     * @throws IllegalArgumentException when one does not fit all the same
     */
    public RowDecoder digits(int bias) {
        return decoder(-bias);
    }

    private RowDecoder decoder(int lowest) {
        return new RowDecoder(file.bytes().asSlice(LayerHeader.LENGTH, header.dataLength()), header.packing(), lowest);
    }
}
