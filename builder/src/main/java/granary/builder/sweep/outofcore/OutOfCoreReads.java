package granary.builder.sweep.outofcore;

import granary.builder.WorkerPool;
import granary.builder.memory.WindowPages;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.layer.SideTables;
import granary.builder.sweep.part.PartPageOrder;
import java.util.BitSet;
import java.util.List;

/**
 * Counts what the build of a layer out of core reads from the file of its working memory, at the layer's true size, and without
 * solving anything: which pages each group of parts needs, and in which order the groups take turns, is known beforehand. The
 * same {@link WindowPages} choose what stays in memory. What is not known is how many rounds there will be. Not thread-safe.
 */
public final class OutOfCoreReads {
    private final WindowPages window;
    private final List<PartGroup> conversions;
    private final List<PartGroup> sweeps;

    /**
     * Finds out what the groups need, which takes a minute for 48 seeds.
     *
     * @param tables tables of the game, which are made for the layer
     * @param budget bytes of the working memory that are in memory at a time
     * @throws granary.builder.CheckFailedException when they do not suffice
     */
    public OutOfCoreReads(LayerShape shape, SideTables tables, WorkerPool pool, long budget) {
        long bytes = 2 * shape.workingBytes();
        window = new WindowPages(bytes, budget, WindowPages.pageBytes(bytes), new PartPageOrder(shape, true));
        tables.prepareMoves(shape.seeds, pool);
        PartPages pages = new PartPages(shape, tables.blocks(shape, Kernels.SCALAR, pool), window);
        PartGroups groups = new PartGroups(shape, pages, window, pool);
        conversions = groups.ofConversions();
        sweeps = groups.ofSweeps();
    }

    /** Returns how many groups take turns in a round. */
    public int groups() {
        return sweeps.size();
    }

    /** Returns the bytes that are read while conversion values are filled in, which comes first. */
    public long conversions() {
        List<BitSet> needs = conversions.stream().map(PartGroup::needs).toList();
        long sum = 0;
        for (int i = 0; i < needs.size(); i++) {
            sum += read(needs.get(i), needs.subList(i + 1, needs.size()));
        }
        return sum;
    }

    /** Returns the bytes that are read in the next round, in which each group is swept over. */
    public long round() {
        long sum = 0;
        for (int i = 0; i < sweeps.size(); i++) {
            sum += read(sweeps.get(i).needs(), PartGroup.after(sweeps, i));
        }
        return sum;
    }

    private long read(BitSet now, List<BitSet> next) {
        WindowPages.Turn turn = window.turn(now, next);
        return window.bytesToRead(turn.missing()) + window.bytesToRead(turn.ahead());
    }
}
