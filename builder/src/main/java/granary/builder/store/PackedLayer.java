package granary.builder.store;

import granary.database.Database;
import granary.database.DatabaseFiles;
import granary.format.LayerHeader;
import granary.format.Quantity;
import granary.storage.Access;
import granary.storage.Storage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The scores or distances of a finished layer, mapped whole, for those who read them by the thousand. Any number of threads may use it. */
public final class PackedLayer {
    private final LayerHeader header;
    private final MemorySegment packed;
    private final RowDecoder decoder;

    private PackedLayer(LayerHeader header, MemorySegment packed, RowDecoder decoder) {
        this.header = header;
        this.packed = packed;
        this.decoder = decoder;
    }

    /**
     * Maps the scores of a layer.
     *
     * @param arena ends the mapping
     * @throws granary.error.DatabaseException when the file is missing or damaged
     * @throws IllegalArgumentException when a score does not fit a byte
     * @throws IOException when the file cannot be mapped
     */
    public static PackedLayer scores(Database database, int layer, Arena arena) throws IOException {
        LayerHeader header = header(database, Quantity.SCORES, layer);
        return map(database, header, header.minimum(), arena);
    }

    /**
     * Maps the scores of a layer for their digits, which stand for the scores from the lowest up: {@link #decode} gives each
     * less {@code bias}.
     *
     * @throws granary.error.DatabaseException when the file is missing or damaged
     * @throws IllegalArgumentException when a digit less the bias does not fit a byte
     * @throws IOException when the file cannot be mapped
     */
    public static PackedLayer scoreDigits(Database database, int layer, int bias, Arena arena) throws IOException {
        return map(database, header(database, Quantity.SCORES, layer), -bias, arena);
    }

    /**
     * Maps the distances of a layer: {@link #decode} gives each less {@code bias}.
     *
     * @throws granary.error.DatabaseException when the file is missing or damaged
     * @throws IllegalArgumentException when a distance less the bias does not fit a byte
     * @throws IOException when the file cannot be mapped
     */
    public static PackedLayer distances(Database database, int layer, int bias, Arena arena) throws IOException {
        return map(database, header(database, Quantity.DISTANCES, layer), -bias, arena);
    }

    private static PackedLayer map(Database database, LayerHeader header, int minimum, Arena arena) throws IOException {
        Path path = database.directory().resolve(header.quantity().fileName(header.layer()));
        RowDecoder decoder = new RowDecoder(header.packing(), minimum);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            MemorySegment data =
                    channel.map(FileChannel.MapMode.READ_ONLY, LayerHeader.LENGTH, header.dataLength(), arena);
            return new PackedLayer(header, data, decoder);
        }
    }

    private static LayerHeader header(Database database, Quantity quantity, int layer) {
        Path path = database.directory().resolve(quantity.fileName(layer));
        // The storage is for the header alone: closed at once, or each layer would leave open files behind.
        try (Storage storage = DatabaseFiles.open(path, Access.POSITIONED)) {
            return DatabaseFiles.readHeader(path, storage, database.game(), quantity, layer);
        }
    }

    /** Returns the file's header. */
    public LayerHeader header() {
        return header;
    }

    /**
     * Decodes values.
     *
     * @param first offset of the first
     * @param count how many
     * @param values where they go; needs {@link RowDecoder#SLACK} bytes more
     * @return where in {@code values} the first of them is
     */
    public int decode(long first, int count, byte[] values) {
        return decoder.decode(packed, first, count, values);
    }

    /**
     * Decodes single values.
     *
     * @param first an offset
     * @param places how far behind it each of them is
     * @param values where they go, from index 0 on
     */
    public void decode(long first, int[] places, byte[] values) {
        decoder.decode(packed, first, places, values);
    }
}
