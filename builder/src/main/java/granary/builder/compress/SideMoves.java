package granary.builder.compress;

import granary.awari.Awari;
import granary.builder.WorkerPool;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.SideOrder;
import granary.game.PositionIterator;
import granary.rank.Binomial;
import java.util.ArrayList;
import java.util.List;

/**
 * The results of sowing single sides, and the first ranks of their rows. A row holds the positions of a layer with one
 * side of the opponent, in the file order of the mover's. The tables of smaller layers are kept, so that the next layer adds only
 * those of sides with one seed more. One thread prepares them; then any number of threads may read.
 */
final class SideMoves {
    /** The order of the sides in a file. */
    final SideOrder order;

    private final int pits;
    /** The sowings by the seeds of a side, in file order. */
    final List<MoveTable> moves = new ArrayList<>();
    /** By the seeds of a side and its rank: the seeds in its first pit, in its first two and so on, a byte each. */
    private final List<long[]> partialSums = new ArrayList<>();

    /** Begins without tables. */
    public SideMoves(Awari game) {
        this.pits = game.pits();
        this.order = SideOrder.ofFiles(pits);
    }

    /** Makes the tables of the sides with at most a number of seeds. */
    void prepare(int seeds, WorkerPool pool) {
        int made = moves.size();
        int more = Math.max(0, seeds + 1 - made);
        MoveTable[] newMoves = new MoveTable[more];
        long[][] newSums = new long[more][];
        pool.run(2L * more, (worker, number) -> {
            int i = more - 1 - (int) number / 2; // the largest first, so that all threads end together
            if (number % 2 == 0) {
                newMoves[i] = new MoveTable(order, made + i);
            } else {
                newSums[i] = partialSums(made + i);
            }
        });
        moves.addAll(List.of(newMoves));
        partialSums.addAll(List.of(newSums));
    }

    private long[] partialSums(int seeds) {
        long[] all = new long[order.size(seeds)];
        int[] side = new int[pits];
        PositionIterator sides = order.iterate(seeds);
        for (int rank = 0; sides.next(side); rank++) {
            long sums = 0;
            for (int pit = 0, sum = 0; pit < pits; pit++) {
                sum += side[pit];
                sums |= (long) sum << Byte.SIZE * pit;
            }
            all[rank] = sums;
        }
        return all;
    }

    /**
     * Returns the rank of a row's first position, whose mover has all seeds in the last pit: the terms of the rank that the
     * opponent's pits give ({@link granary.rank.Colex}).
     *
     * @param opponentSeeds the seeds of the opponent's side
     * @param rank the rank of this side
     * @param moverSeeds the seeds of the mover
     */
    long rowStart(int opponentSeeds, int rank, int moverSeeds) {
        long sums = partialSums.get(opponentSeeds)[rank];
        long start = Binomial.of(moverSeeds + pits - 1, pits);
        for (int i = pits; i < 2 * pits - 1; i++, sums >>>= Byte.SIZE) {
            start += Binomial.of(moverSeeds + (int) (sums & 0xFF) + i, i + 1);
        }
        return start;
    }

    /** Returns the ranks of the first positions of all rows whose opponent has a number of seeds. */
    long[] rowStarts(int opponentSeeds, int moverSeeds) {
        long[] starts = new long[order.size(opponentSeeds)];
        for (int rank = 0; rank < starts.length; rank++) {
            starts[rank] = rowStart(opponentSeeds, rank, moverSeeds);
        }
        return starts;
    }
}
