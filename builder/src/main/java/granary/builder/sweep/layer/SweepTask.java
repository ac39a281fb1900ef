package granary.builder.sweep.layer;

import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.partition.LayerPartition;
import granary.builder.sweep.table.Tiles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A rectangle of tiles in a pair of blocks, which one thread sweeps over.
 *
 * @param seeds seeds on the board
 * @param fewer seeds of the side with fewer
 * @param fromMany the first of the tiles of the sides with more seeds
 * @param toMany the tile behind the last of them
 * @param fromFew the first of the tiles of the sides with fewer seeds
 * @param toFew the tile behind the last of them
 * @param isMirrored whether, if both sides have as many seeds, tiles and their mirror images are swept together
 * @param done about the share of the pair that comes before this task
 */
public record SweepTask(
        int seeds, int fewer, int fromMany, int toMany, int fromFew, int toFew, boolean isMirrored, double done) {
    /** Tasks enough to keep some hundred threads busy to the end. */
    private static final int TASKS = 4096;
    /** With this number of tasks for each thread waits are short. Pairs with fewer tasks are swept together. */
    private static final int TASKS_PER_THREAD = 16;
    /** Tiles of the sides with fewer seeds in one task. */
    private static final int FEW_TOGETHER = 4;
    /** The least number of tiles of the sides with more seeds in one task. */
    private static final int MIN_TOGETHER = 4;
    /** The greatest number of tiles of the sides with more seeds in one task: some milliseconds of work. */
    private static final int MAX_TOGETHER = 128;

    /** Takes a tile: the seeds of its movers, and which tile of movers' and of opponents' sides it is. */
    interface TileVisitor {
        void visit(int moverSeeds, int moverTile, int opponentTile);
    }

    /** Visits all tiles in the order in which they are to be evaluated, that of {@link Sweeps}. */
    void forEachTile(TileVisitor visitor) {
        int more = seeds - fewer;
        for (int i = toMany - 1; i >= fromMany; i--) {
            for (int j = toFew - 1; j >= fromFew; j--) {
                if (fewer != more) {
                    visitor.visit(more, i, j);
                    visitor.visit(fewer, j, i);
                } else if (!isMirrored || i >= j) {
                    visitor.visit(more, i, j);
                    if (isMirrored && i != j) {
                        visitor.visit(more, j, i);
                    }
                }
            }
        }
    }

    /** Returns tasks for a partition, in order, of about a number of tiles of either mover. */
    public static List<SweepTask> of(LayerShape shape, LayerPartition partition, int tiles) {
        List<SweepTask> tasks = new ArrayList<>();
        int together = Math.max(1, tiles / (partition.toTile() - partition.fromTile()));
        for (int to = Tiles.count(shape.sides(partition.more())); to > 0; to -= together) {
            tasks.add(new SweepTask(
                    shape.seeds,
                    partition.fewer(),
                    Math.max(0, to - together),
                    to,
                    partition.fromTile(),
                    partition.toTile(),
                    false,
                    0));
        }
        return tasks;
    }

    /**
     * Returns all tasks of a sweep, in order. A task depends only on tiles further on in its own rows and columns, so the tasks on
     * a diagonal are independent of one another. Pairs with enough tasks for all threads come one after the other.
     */
    static List<SweepTask> plan(LayerShape shape, int threads) {
        int pairs = shape.seeds / 2 + 1;
        long all = 0;
        for (int fewer = 0; fewer < pairs; fewer++) {
            all += (long) Tiles.count(shape.sides(fewer)) * Tiles.count(shape.sides(shape.seeds - fewer));
        }
        int manyTogether = Math.clamp(all / TASKS / FEW_TOGETHER, MIN_TOGETHER, MAX_TOGETHER);
        List<SweepTask> tasks = new ArrayList<>();
        List<SweepTask> together = new ArrayList<>();
        for (int fewer = 0; fewer < pairs; fewer++) {
            addPair(shape, fewer, manyTogether, together);
            if (together.size() >= TASKS_PER_THREAD * threads || fewer == pairs - 1) {
                together.sort(Comparator.comparingDouble(SweepTask::done));
                tasks.addAll(together);
                together.clear();
            }
        }
        return tasks;
    }

    private static void addPair(LayerShape shape, int fewer, int manyTogether, List<SweepTask> together) {
        int many = Tiles.count(shape.sides(shape.seeds - fewer));
        int few = Tiles.count(shape.sides(fewer));
        int rows = (many + manyTogether - 1) / manyTogether;
        int columns = (few + FEW_TOGETHER - 1) / FEW_TOGETHER;
        boolean isMirrored = 2 * fewer == shape.seeds;
        for (int diagonal = 0; diagonal < rows + columns - 1; diagonal++) {
            for (int row = Math.max(0, diagonal - columns + 1); row <= Math.min(diagonal, rows - 1); row++) {
                int toMany = many - row * manyTogether;
                int toFew = few - (diagonal - row) * FEW_TOGETHER;
                int fromFew = Math.max(0, toFew - FEW_TOGETHER);
                if (!isMirrored || toMany > fromFew) {
                    double done = (double) diagonal / (rows + columns - 1);
                    together.add(new SweepTask(
                            shape.seeds,
                            fewer,
                            Math.max(0, toMany - manyTogether),
                            toMany,
                            fromFew,
                            toFew,
                            isMirrored,
                            done));
                }
            }
        }
    }
}
