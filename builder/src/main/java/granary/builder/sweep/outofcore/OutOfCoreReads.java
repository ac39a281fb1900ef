package granary.builder.sweep.outofcore;

import granary.builder.WorkerPool;
import granary.builder.memory.WindowPages;
import granary.builder.solve.LayerNeed;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.layer.SideTables;
import granary.builder.sweep.part.PartPageOrder;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what the build of a layer out of core reads from the file of its working memory and writes to it, at the layer's true size,
 * and without solving anything: which pages each group of parts needs, and in which order the groups take turns, is known
 * beforehand. The same {@link WindowPages} choose what stays in memory. What is not known is how many rounds there will be, and which
 * pages change. Not thread-safe.
 */
public final class OutOfCoreReads {
    /**
     * Rounds over all groups until changes affect few positions, 11 to 13 from 22 to 34 seeds, and as many as the rounds over
     * positions count for: layers 28 to 34 read as much as 13.2 to 14.8 rounds, with a twelfth to a quarter of the working memory.
     */
    private static final double ROUNDS = 14.3;

    /** Packing reads the values once, and twice their rows, which take the place of the conversion values. */
    private static final int PACKED_ARRAYS = 3;

    /** Conversion values are written once, and rows. */
    private static final int WRITTEN_ARRAYS = 2;

    /** Of the pages that can change in a round, so many do, all rounds together. */
    private static final double CHANGED = 0.85;

    private final LayerShape shape;
    private final PartPages pages;
    private final WindowPages window;
    private final WorkerPool pool;
    private final List<PartGroup> conversions;
    private final List<PartGroup> sweeps;
    /** The pages in memory that have changed, if all that can change do. */
    private final BitSet changed = new BitSet();

    private long written;

    /**
     * Finds out what the groups need, which takes seconds for 48 seeds, and half a minute where the tables are still to be made.
     *
     * @param tables tables of the game, which are made for the layer if they are missing
     * @param budget bytes of the working memory that are in memory at a time
     * @throws granary.builder.CheckFailedException when they do not suffice
     */
    public OutOfCoreReads(LayerShape shape, SideTables tables, WorkerPool pool, long budget) {
        this.shape = shape;
        this.pool = pool;
        long bytes = 2 * shape.workingBytes();
        window = new WindowPages(bytes, budget, WindowPages.pageBytes(bytes), new PartPageOrder(shape, true));
        tables.prepareMoves(shape.seeds, pool);
        pages = new PartPages(shape, tables.blocks(shape, Kernels.SCALAR, pool), window);
        PartGroups groups = new PartGroups(shape, pages, window, pool);
        conversions = groups.ofConversions();
        sweeps = groups.ofSweeps();
    }

    /**
     * Returns about the bytes that are read from the file in all, and written: counted, but for how many rounds there are and how many
     * pages change, which is taken from smaller layers, and for packing. Call nothing else before.
     */
    public LayerNeed.Reads all() {
        // Each round has half the changes of the one before. The heap holds fewer candidates than would count as few in
        // large layers.
        double tooMany = (double) shape.positions()
                / OutOfCoreSweeps.POSITIONS_A_CANDIDATE
                / OutOfCoreSweeps.few(shape.positions());
        double rounds = ROUNDS - 1 + Math.log(tooMany) / Math.log(2);
        long first = conversions() + round();
        written = 0;
        double later = rounds * round();
        return new LayerNeed.Reads(
                first + (long) later + PACKED_ARRAYS * shape.workingBytes(),
                (long) (CHANGED * (rounds + 1) * written) + WRITTEN_ARRAYS * shape.workingBytes(),
                conversions.size());
    }

    /** Returns the bytes that are read while conversion values are filled in, which comes first. */
    long conversions() {
        List<BitSet> needs = conversions.stream().map(PartGroup::needs).toList();
        long sum = 0;
        for (int i = 0; i < needs.size(); i++) {
            sum += read(needs.get(i), needs.subList(i + 1, needs.size()), new BitSet());
        }
        return sum;
    }

    /** Returns the bytes that are read in the next round, in which each group is swept over. */
    long round() {
        long sum = 0;
        for (int i = 0; i < sweeps.size(); i++) {
            sum += read(
                    sweeps.get(i).needs(),
                    PartGroup.after(sweeps, i),
                    pages.values(sweeps.get(i).parts()));
        }
        return sum;
    }

    private long read(BitSet now, List<BitSet> next, BitSet changing) {
        WindowPages.Turn turn = window.turn(now, next);
        written += window.bytes(WindowPages.and(turn.going(), changed));
        changed.andNot(turn.going());
        changed.or(changing);
        LongAdder sum = new LongAdder();
        pool.run(2, (worker, number) -> sum.add(window.bytesToRead(number == 0 ? turn.missing() : turn.ahead())));
        return sum.sum();
    }
}
