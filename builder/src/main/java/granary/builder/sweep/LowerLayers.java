package granary.builder.sweep;

import granary.database.Database;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.Section;
import granary.storage.MappedStorage;
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

    /**
     * Maps the layers below one.
     *
     * @throws granary.error.DatabaseException when a file is missing or damaged
     * @throws IOException when a file cannot be mapped
     */
    LowerLayers(Database database, int layer) throws IOException {
        packed = new MemorySegment[layer];
        try {
            for (int seeds = 0; seeds < layer; seeds++) {
                packed[seeds] = map(database, seeds);
            }
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    private MemorySegment map(Database database, int seeds) throws IOException {
        Path path = database.directory().resolve(Manifest.fileName(seeds));
        LayerHeader header = Database.readHeader(path, new MappedStorage(path), database.game(), seeds);
        Section scores = header.scores();
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, scores.dataOffset(), scores.dataLength(), arena);
        }
    }

    /** Returns the groups of the layer with that many seeds; 8 bytes may be read at the beginning of each. */
    MemorySegment packed(int seeds) {
        return packed[seeds];
    }

    @Override
    public void close() {
        arena.close();
    }
}
