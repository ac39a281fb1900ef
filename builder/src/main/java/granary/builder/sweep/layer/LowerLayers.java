package granary.builder.sweep.layer;

import granary.builder.store.PackedLayer;
import granary.builder.store.RowDecoder;
import granary.database.Database;
import java.io.IOException;
import java.lang.foreign.Arena;

/** The packed scores of the finished layers below the one in work, mapped whole. Any number of threads may read them. */
public final class LowerLayers implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final PackedLayer[] packed;

    /**
     * Maps the layers below one.
     *
     * @throws granary.error.DatabaseException when a file is missing or damaged
     * @throws IOException when a file cannot be mapped
     */
    public LowerLayers(Database database, int layer) throws IOException {
        packed = new PackedLayer[layer];
        try {
            for (int seeds = 0; seeds < layer; seeds++) {
                packed[seeds] = PackedLayer.scores(database, seeds, arena);
            }
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
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
        return packed[seeds].decode(first, count, scores);
    }

    @Override
    public void close() {
        arena.close();
    }
}
