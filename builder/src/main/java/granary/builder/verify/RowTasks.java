package granary.builder.verify;

import granary.awari.Awari;
import granary.builder.FirstFound;
import granary.builder.rows.SowingEffects;
import granary.builder.store.LayerFiles;
import granary.builder.store.Quantity;
import granary.builder.store.RowDecoder;
import granary.format.FileKind;
import granary.rank.Colex;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * The check of a layer of awari by rows, about twenty times as fast as the exhaustive one. A task is the positions of some of the
 * mover's sides, neighbours in the order of the file, with all sides of the opponent; {@link RowCheck} checks it.
 */
final class RowTasks implements LayerTasks {
    /** Subtracted from a distance so that it fits a byte. */
    static final int DISTANCE_BIAS = 128;

    /**
     * Positions of a task that are checked at a time, an int each: what a thread holds does not grow with the layer. With a
     * quarter of this the check of 24 seeds takes a tenth more of processor time.
     */
    private static final int BAND = 1 << 22;

    /** The positions that all threads check at a time: with 128 threads a quarter of what a thread would take. */
    private static final int TOGETHER = 1 << 27;

    /** The part of a row that is decoded at a time, as a share of a band, so that both take about as much. */
    private static final int ROW_SHARE = 16;

    /** Positions in a task. */
    private static final int USUAL = 1 << 22;
    /** The fewest sides of the mover in a task: the scores of this many sides are compared together. */
    private static final int FEWEST_SIDES = 64;

    /** The most sides of the mover in a task. */
    private static final int MOST_SIDES = 1 << 10;

    final LayerFiles files;
    final int layer;
    final SowingEffects effects;
    final Awari awari;
    /** Positions of a task that are checked at a time; one of the opponent's sides at least. */
    final int band;

    private final Colex side;
    /** The distances of the layer less {@link #DISTANCE_BIAS}; null if it has none. */
    final RowDecoder distances;

    /** The quantities that are checked, one after the other. */
    private final List<Quantity> quantities;
    /** The first task of a quantity of each number of seeds on the mover's side; one entry more at the end. */
    private final long[] first;

    /** Returns whether the positions of a layer can be checked in this way. */
    static boolean canCheck(LayerFiles files, int layer) {
        return files.game() instanceof Awari
                && (!files.has(FileKind.DISTANCES, layer)
                        || files.packed(FileKind.DISTANCES, layer)
                                                .header()
                                                .packing()
                                                .radix()
                                        - 1
                                <= Key.LONGEST);
    }

    /**
     * Prepares the check.
     *
     * @param effects of the database's game
     * @param band positions of a task that are checked at a time: {@link #band(int)}
     * @throws granary.error.DatabaseException when a file is missing or damaged
     */
    RowTasks(LayerFiles files, int layer, SowingEffects effects, int band) {
        this.band = band;
        this.files = files;
        this.layer = layer;
        this.effects = effects;
        this.awari = effects.awari();
        this.side = effects.side();
        this.first = new long[layer + 2];
        for (int seeds = 0; seeds <= layer; seeds++) {
            first[seeds + 1] = first[seeds] + (sides(seeds) + width(seeds) - 1) / width(seeds);
        }
        this.distances = files.has(FileKind.DISTANCES, layer)
                ? files.packed(FileKind.DISTANCES, layer).digits(DISTANCE_BIAS)
                : null;
        this.quantities = PositionCheck.hasBounds(files, layer) ? List.of(Quantity.values()) : List.of(Quantity.SCORE);
    }

    /** Returns the number of positions of a task that each of some threads checks at a time. */
    static int band(int threads) {
        return Math.min(BAND, TOGETHER / threads);
    }

    /** Returns the number of the opponent's sides that are checked at a time. */
    static int step(int band, int movers) {
        return Math.clamp(band / movers, 1, Math.max(1, band / ROW_SHARE));
    }

    /** Returns the number of the mover's sides in a task. */
    private int width(int moverSeeds) {
        return moversTogether(sides(layer - moverSeeds));
    }

    private static int moversTogether(long opponents) {
        return Math.clamp(USUAL / opponents, FEWEST_SIDES, MOST_SIDES);
    }

    /** Returns the most heap that each of some threads takes to check a layer: what it checks at a time, and rows. */
    static long heapBytes(Awari awari, int layer, int threads) {
        Colex side = new Colex(awari.pits());
        int band = band(threads);
        long most = 0;
        for (int seeds = 0; seeds <= layer; seeds++) {
            long opponents = side.size(layer - seeds);
            int movers = (int) Math.min(side.size(seeds), moversTogether(opponents));
            long step = Math.min(opponents, step(band, movers));
            long longest = Math.min(side.size(layer), KeyRows.longest(step));
            most = Math.max(most, Integer.BYTES * (movers + 1L) * step + KeyRows.heapBytes(longest));
        }
        return most;
    }

    @Override
    public long count() {
        return quantities.size() * first[layer + 1];
    }

    /** Returns the quantity that a task checks. */
    Quantity quantity(long task) {
        return quantities.get((int) (task / first[layer + 1]));
    }

    @Override
    public long positions(long task) {
        int moverSeeds = moverSeeds(task);
        return (long) (to(task) - from(task)) * sides(layer - moverSeeds);
    }

    @Override
    public LongConsumer check(FirstFound<String> errors) {
        return new RowCheck(this, new PositionCheck(files, layer, errors));
    }

    /** Returns the seeds of the mover in a task. */
    int moverSeeds(long task) {
        int found = Arrays.binarySearch(first, task % first[layer + 1]);
        return found >= 0 ? found : -found - 2;
    }

    /** Returns the rank of the first of a task's sides of the mover. */
    int from(long task) {
        int moverSeeds = moverSeeds(task);
        return (int) (task % first[layer + 1] - first[moverSeeds]) * width(moverSeeds);
    }

    /** Returns the end of a task's sides of the mover. */
    int to(long task) {
        int moverSeeds = moverSeeds(task);
        return Math.min(sides(moverSeeds), from(task) + width(moverSeeds));
    }

    /** Returns the number of sides with a number of seeds. */
    int sides(int seeds) {
        return Math.toIntExact(side.size(seeds));
    }
}
