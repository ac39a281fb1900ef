package granary.builder.sweep.layer;

import granary.awari.Awari;
import granary.builder.WorkerPool;
import granary.builder.rows.Crossing;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.table.CrossingTable;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.PredecessorTable;
import granary.builder.sweep.table.SideOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * The tables that depend on single sides, made by all threads. Tables of smaller layers are kept, so that the next layer adds only
 * those of sides with one seed more. One thread uses it.
 */
public final class SideTables {
    private final Awari awari;
    private final SideOrder order;
    private final List<MoveTable> moves = new ArrayList<>();
    /** The places of sides in work order, by their number of seeds and then in file order. */
    final List<int[]> workIndexes = new ArrayList<>();
    /** By the seeds of the side that receives, then by crossing; null if none is needed yet. */
    final List<CrossingTable[]> crossings = new ArrayList<>();

    /** The predecessors in the layer that was prepared last, by the seeds of the side that is left. */
    PredecessorTable[] predecessors;
    /** Seeds of the largest layer so far. */
    private int made = -1;

    /** Begins without tables. */
    public SideTables(Awari awari) {
        this.awari = awari;
        this.order = new SideOrder(awari.pits());
    }

    /** Makes the tables of a layer with a number of seeds. */
    public void prepare(int seeds, WorkerPool pool) {
        if (seeds > made) {
            makeMoves(seeds, pool);
            makeCrossings(seeds, pool);
            made = seeds;
        }
        if (predecessors == null || predecessors.length != seeds + 1) {
            predecessors = null; // those of another layer make room
            PredecessorTable[] tables = new PredecessorTable[seeds + 1];
            // The largest first, so that all threads end together.
            pool.run(tables.length, (worker, number) -> {
                int left = seeds - (int) number;
                tables[left] = new PredecessorTable(order, left, seeds);
            });
            predecessors = tables;
        }
    }

    private void makeMoves(int seeds, WorkerPool pool) {
        int first = moves.size();
        MoveTable[] tables = new MoveTable[seeds + 1 - first];
        int[][] indexes = new int[tables.length][];
        pool.run(2L * tables.length, (worker, number) -> {
            int i = tables.length - 1 - (int) number / 2;
            if (number % 2 == 0) {
                tables[i] = new MoveTable(order, first + i);
            } else {
                indexes[i] = order.workIndexesInFileOrder(first + i);
            }
        });
        moves.addAll(List.of(tables));
        workIndexes.addAll(List.of(indexes));
    }

    private void makeCrossings(int seeds, WorkerPool pool) {
        while (crossings.size() <= seeds) {
            crossings.add(new CrossingTable[0]);
        }
        List<Runnable> tasks = new ArrayList<>();
        for (int x = seeds; x >= 0; x--) {
            int opponent = x;
            CrossingTable[] tables = Arrays.copyOf(crossings.get(x), 1 + Crossing.of(seeds, true));
            crossings.set(x, tables);
            BitSet missing = new BitSet();
            for (int mover = 0; mover + x <= seeds; mover++) {
                missing.or(moves.get(mover).crossings);
            }
            missing.stream()
                    .filter(crossing -> tables[crossing] == null)
                    .forEach(crossing ->
                            tasks.add(() -> tables[crossing] = new CrossingTable(order, awari, opponent, crossing)));
        }
        pool.run(tasks);
    }

    /** Makes the blocks of the layer that was prepared last. */
    public MoverBlock[] blocks(LayerShape shape, Kernels kernels, WorkerPool pool) {
        MoverBlock[] blocks = new MoverBlock[shape.seeds + 1];
        pool.run(blocks.length, (worker, number) -> {
            int x = (int) number;
            blocks[x] = new MoverBlock(shape, moves.get(x), crossings.get(shape.seeds - x), x, kernels);
        });
        return blocks;
    }
}
