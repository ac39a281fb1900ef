package granary.builder.sweep;

import granary.builder.store.RowDecoder;
import granary.database.Database;
import granary.database.DatabaseFiles;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.storage.Access;
import granary.storage.Storage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The packed scores of the finished layers below the one in work, mapped whole. Any number of threads may read them. */
final class LowerLayers implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final MemorySegment[] packed;
    private final RowDecoder[] decoders;

    /**
     * Maps the layers below one.
     *
     * @throws granary.error.DatabaseException when a file is missing or damaged
     * @throws IOException when a file cannot be mapped
     */
    LowerLayers(Database database, int layer) throws IOException {
        packed = new MemorySegment[layer];
        decoders = new RowDecoder[layer];
        try {
            for (int seeds = 0; seeds < layer; seeds++) {
                map(database, seeds);
            }
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    private void map(Database database, int seeds) throws IOException {
        Path path = database.directory().resolve(Manifest.fileName(seeds));
        LayerHeader header = header(path, database, seeds);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            packed[seeds] = channel.map(FileChannel.MapMode.READ_ONLY, LayerHeader.LENGTH, header.dataLength(), arena);
        }
        decoders[seeds] = new RowDecoder(header.packing(), header.minimum());
    }

    private static LayerHeader header(Path path, Database database, int seeds) {
        // The storage is for the header alone: closed at once, or each layer would leave open files behind.
        try (Storage storage = DatabaseFiles.open(path, Access.POSITIONED)) {
            return DatabaseFiles.readHeader(path, storage, database.game(), seeds);
        }
    }

    /**
     * Decodes scores of the layer with that many seeds.
     *
     * @param first offset of the first
     * @param count how many
     * @param scores where they go; needs {@link RowDecoder#SLACK} bytes more
     * @return where in {@code scores} the first of them is
     */
    int decode(int seeds, long first, int count, byte[] scores) {
        return decoders[seeds].decode(packed[seeds], first, count, scores);
    }

    @Override
    public void close() {
        arena.close();
    }
}
