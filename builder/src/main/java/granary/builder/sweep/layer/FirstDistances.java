package granary.builder.sweep.layer;

import granary.builder.sweep.kernel.DistanceCode;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.kernel.TileKernels;
import granary.builder.sweep.table.Tiles;

/**
 * Computes the distances that the sweeps begin with, and stores them in place of the conversion values.
 *
 * <p>The conversion values of a tile (mover's sides i, opponent's sides j) of block a lie where the distances of the tile
 * (j, i) of block n - a belong, so the two tiles are computed together and exchanged.
 */
final class FirstDistances {
    private final SweepLayer layer;
    private final MoverBlock[] blocks;
    private final TileKernels[] kernels;
    private final TileKernels[] others;

    FirstDistances(SweepLayer layer) {
        this.layer = layer;
        this.blocks = layer.blocks;
        int threads = layer.pool.threads();
        kernels = new TileKernels[threads];
        others = new TileKernels[threads];
        for (int i = 0; i < threads; i++) {
            kernels[i] = layer.makeKernels();
            others[i] = layer.makeKernels();
        }
    }

    void store() {
        LayerShape shape = layer.shape;
        for (int fewer = 0; 2 * fewer <= shape.seeds; fewer++) {
            MoverBlock few = blocks[fewer];
            MoverBlock many = blocks[shape.seeds - fewer];
            layer.pool.run(Tiles.count(few.movers), (worker, number) -> {
                int i = (int) number;
                for (int j = few == many ? i : 0; j < Tiles.count(few.opponents); j++) {
                    exchange(worker, few, i, j, many);
                }
            });
        }
        EndPositions.visitAll(shape, blocks, layer.pool, this::setEnd);
    }

    private void exchange(int worker, MoverBlock block, int moverTile, int opponentTile, MoverBlock mirrored) {
        TileKernels kernel = kernels[worker];
        TileKernels other = others[worker];
        kernel.loadConversions(block, layer.conversions, moverTile, opponentTile);
        other.loadConversions(mirrored, layer.conversions, opponentTile, moverTile);
        store(kernel, block, moverTile, opponentTile);
        store(other, mirrored, opponentTile, moverTile);
    }

    private void store(TileKernels kernel, MoverBlock block, int moverTile, int opponentTile) {
        long place = block.values.place(opponentTile * Tiles.WIDTH, moverTile * Tiles.WIDTH);
        int lines = Math.min(Tiles.WIDTH, block.opponents - opponentTile * Tiles.WIDTH);
        kernel.storeFirstDistances(layer.values, layer.distances, place, lines);
    }

    /** Sets the distance to 0 if there is no legal move: the game is over. */
    private void setEnd(MoverBlock block, int mover, int opponent, int[] board) {
        boolean[] over = {true};
        layer.shape.awari.moves(board, (move, captured, successor) -> over[0] = false);
        if (over[0]) {
            long at = block.values.place(opponent, mover);
            int score = -layer.values.get(at);
            layer.distances.set(at, DistanceCode.of(0, score));
        }
    }
}
