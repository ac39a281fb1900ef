package granary.builder.sweep;

import granary.builder.WorkerPool;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Sweeps over all tiles of a layer until no value changes.
 *
 * <p>A sowing that stays at home leads from (m, t) to (t, m') with m' after m in the work order. So the two blocks of
 * a pair (a, n - a) are swept together from the far end: by the time a tile is evaluated, the tiles that its home
 * sowings lead to are up to date, and a long chain of them is followed to its end within one sweep.
 *
 * <p>Once few values change, a sweep also follows each change to the positions that it affects, tile by tile; what
 * would take dozens of sweeps is then done in one. The end is a sweep that changes nothing.
 */
final class Sweeps {
    /** Tiles of the opponent's sides in one piece of work. */
    private static final int CHUNK_TILES = 4;
    /** Changes that may wait until there are enough for a good batch. */
    private static final int CHANGES_KEPT = 256;

    private final MoverBlock[] blocks;
    private final MemorySegment values;
    private final MemorySegment exits;
    private final WorkerPool team;
    private final TileKernels[] kernels;
    /** Positions changed by each thread's tiles so far, a cache line apart. */
    private final long[][] changed;

    private final ChangeFollower[] followers;
    /** For each piece the seeds of the side with fewer, its tiles from and to (exclusive), and how many it has. */
    private final List<int[]> pieces = new ArrayList<>();

    Sweeps(
            LayerShape shape,
            MoverBlock[] blocks,
            OriginTable[] origins,
            MemorySegment values,
            MemorySegment exits,
            WorkerPool team,
            Kernels source) {
        this.blocks = blocks;
        this.values = values;
        this.exits = exits;
        this.team = team;
        int threads = team.threads();
        kernels = new TileKernels[threads];
        followers = new ChangeFollower[threads];
        changed = new long[threads][16];
        for (int i = 0; i < threads; i++) {
            kernels[i] = source.make();
            followers[i] = new ChangeFollower(blocks, origins, values, exits);
        }
        planPieces(shape, threads);
    }

    /**
     * The order of the work. Within a pair each piece builds on the one before it, so several threads get several
     * pairs to work on side by side rather than the same one.
     */
    private void planPieces(LayerShape shape, int threads) {
        int pairs = shape.seeds / 2 + 1;
        for (int first = 0; first < pairs; first += threads) {
            List<int[]> interleaved = new ArrayList<>();
            for (int fewer = first; fewer < Math.min(pairs, first + threads); fewer++) {
                int opponents = Tiles.count(shape.sides(fewer));
                for (int top = opponents; top > 0; top -= CHUNK_TILES) {
                    interleaved.add(new int[] {fewer, Math.max(0, top - CHUNK_TILES), top, opponents});
                }
            }
            // by the share of the pair that is still to do
            interleaved.sort(Comparator.comparingDouble(piece -> -(double) piece[2] / piece[3]));
            pieces.addAll(interleaved);
        }
    }

    /** One sweep over everything; returns how many positions changed. */
    long sweep(boolean follow) {
        long before = changed();
        team.run(pieces.size(), (worker, number) -> {
            int[] piece = pieces.get((int) number);
            sweepPair(worker, piece[0], piece[1], piece[2], follow);
            followers[worker].follow(0);
        });
        return changed() - before;
    }

    private long changed() {
        long sum = 0;
        for (int worker = 0; worker < changed.length; worker++) {
            sum += changed[worker][0] + followers[worker].changed;
        }
        return sum;
    }

    private void sweepPair(int worker, int fewer, int from, int to, boolean follow) {
        MoverBlock many = blocks[blocks.length - 1 - fewer];
        MoverBlock few = blocks[fewer];
        for (int i = Tiles.count(many.movers) - 1; i >= 0; i--) {
            for (int j = to - 1; j >= from; j--) {
                if (many != few) {
                    evaluate(worker, many, i, j, follow);
                    evaluate(worker, few, j, i, follow);
                } else if (i >= j) {
                    evaluate(worker, many, i, j, follow);
                    if (i != j) {
                        evaluate(worker, many, j, i, follow);
                    }
                }
            }
        }
    }

    private void evaluate(int worker, MoverBlock block, int moverTile, int opponentTile, boolean follow) {
        TileKernels kernel = kernels[worker];
        kernel.evaluate(block, values, exits, moverTile, opponentTile);
        int opponents = Math.min(Tiles.WIDTH, block.opponents - opponentTile * Tiles.WIDTH);
        long offset = block.valuesStart + moverTile * block.valuesStrip + (long) opponentTile * TileKernels.TILE_BYTES;
        int count = kernel.store(values, offset, opponents);
        changed[worker][0] += count;
        if (follow && count > 0) {
            ChangeFollower follower = followers[worker];
            for (int line = 0; line < opponents; line++) {
                for (long columns = kernel.changedColumns[line]; columns != 0; columns &= columns - 1) {
                    int column = Long.numberOfTrailingZeros(columns);
                    follower.add(
                            block.moverSeeds,
                            moverTile * Tiles.WIDTH + column,
                            opponentTile * Tiles.WIDTH + line,
                            kernel.before[line * Tiles.WIDTH + column]);
                }
            }
            follower.follow(CHANGES_KEPT);
        }
    }
}
