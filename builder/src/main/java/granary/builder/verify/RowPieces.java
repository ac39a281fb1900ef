package granary.builder.verify;

import granary.awari.Awari;
import granary.builder.store.PackedLayer;
import granary.database.Database;
import granary.rank.Colex;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.Arrays;

/**
 * The check of a layer of awari by rows, about twenty times as fast as the plain one. A piece is the positions of some of the
 * mover's sides, neighbours in the order of the file, with all sides of the opponent; {@link RowCheck} checks it.
 */
final class RowPieces implements LayerPieces {
    /** What is taken off a distance so that it fits a byte. */
    static final int DISTANCE_BIAS = 128;

    /** Positions in a piece. */
    private static final int USUAL = 1 << 22;
    /** The mover's sides in a piece at least: as many scores are read together to be compared. */
    private static final int FEWEST_SIDES = 64;

    /** And at most. */
    private static final int MOST_SIDES = 1 << 10;

    /** The most positions in a piece of more than one side. */
    private static final int LARGEST = 1 << 25;

    final Database database;
    final int layer;
    final Arrivals arrivals;
    final Awari awari;

    private final Colex side;
    private final Arena arena = Arena.ofShared();
    private final PackedLayer[] scores;
    private final PackedLayer distances;
    /** The first piece of each number of seeds on the mover's side; one entry more at the end. */
    private final long[] first;

    /** Returns whether the positions of a layer can be checked in this way. */
    static boolean canCheck(Database database, int layer) {
        return database.game() instanceof Awari
                && (!database.distanceLayers().contains(layer)
                        || database.distances(layer).longest() <= Key.LONGEST);
    }

    /**
     * Maps the layers.
     *
     * @param arrivals of the database's game
     * @throws granary.error.DatabaseException when a file is missing or damaged
     * @throws IOException when a file cannot be mapped
     */
    RowPieces(Database database, int layer, Arrivals arrivals) throws IOException {
        this.database = database;
        this.layer = layer;
        this.arrivals = arrivals;
        this.awari = arrivals.awari();
        this.side = arrivals.side();
        this.first = new long[layer + 2];
        for (int seeds = 0; seeds <= layer; seeds++) {
            first[seeds + 1] = first[seeds] + (sides(seeds) + width(seeds) - 1) / width(seeds);
        }
        this.scores = new PackedLayer[layer + 1];
        try {
            for (int seeds = 0; seeds <= layer; seeds++) {
                scores[seeds] = PackedLayer.scores(database, seeds, arena);
            }
            boolean hasDistances = database.distanceLayers().contains(layer);
            distances = hasDistances ? PackedLayer.distances(database, layer, DISTANCE_BIAS, arena) : null;
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /** Returns the number of the mover's sides in a piece. */
    private int width(int moverSeeds) {
        int opponents = sides(layer - moverSeeds);
        int width = Math.max(USUAL / opponents, Math.min(FEWEST_SIDES, LARGEST / opponents));
        return Math.clamp(width, 1, MOST_SIDES);
    }

    @Override
    public long count() {
        return first[layer + 1];
    }

    @Override
    public long positions(long piece) {
        int moverSeeds = moverSeeds(piece);
        return (long) (to(piece) - from(piece)) * sides(layer - moverSeeds);
    }

    @Override
    public Check check(Errors errors) {
        return new RowCheck(this, new PositionCheck(database, layer, errors));
    }

    @Override
    public void close() {
        arena.close();
    }

    /** Returns the seeds of the mover in a piece. */
    int moverSeeds(long piece) {
        int found = Arrays.binarySearch(first, piece);
        return found >= 0 ? found : -found - 2;
    }

    /** Returns the first of a piece's sides of the mover, as its place in the order of the file. */
    int from(long piece) {
        int moverSeeds = moverSeeds(piece);
        return (int) (piece - first[moverSeeds]) * width(moverSeeds);
    }

    /** Returns the end of a piece's sides of the mover. */
    int to(long piece) {
        int moverSeeds = moverSeeds(piece);
        return Math.min(sides(moverSeeds), from(piece) + width(moverSeeds));
    }

    /** Returns the number of sides with so many seeds. */
    int sides(int seeds) {
        return Math.toIntExact(side.size(seeds));
    }

    /** Returns the scores of a layer. */
    PackedLayer scores(int seeds) {
        return scores[seeds];
    }

    /** Returns the distances of the layer less {@link #DISTANCE_BIAS}, or null when it has none. */
    PackedLayer distances() {
        return distances;
    }
}
