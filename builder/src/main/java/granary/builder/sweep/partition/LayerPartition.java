package granary.builder.sweep.partition;

import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.table.Tiles;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A partition of a layer that can be solved in memory of its own. A layer's blocks come in pairs: one player has {@code fewer}
 * seeds, the other the rest. Of such a pair a partition has the positions in which the side with fewer seeds is in a range of
 * tiles, whoever is to move; when both have as many, the positions in which the opponent's side is.
 *
 * <p>So a sowing that stays at home leads from a partition to itself, or to another of the same pair.
 *
 * @param seeds seeds on the board
 * @param fewer seeds on the side with fewer of them
 * @param fromTile the first tile
 * @param toTile the tile behind the last
 */
public record LayerPartition(int seeds, int fewer, int fromTile, int toTile) implements Serializable {
    /** Cuts a layer into partitions of about a given number of bytes in each array, or less. */
    public static List<LayerPartition> cut(LayerShape shape, long bytes) {
        List<LayerPartition> partitions = new ArrayList<>();
        for (int fewer = shape.seeds / 2; fewer >= 0; fewer--) {
            int tiles = Tiles.count(shape.sides(fewer));
            long pair = 2L * shape.sides(fewer) * shape.sides(shape.seeds - fewer);
            long count = Math.min(tiles, (pair - 1) / bytes + 1);
            for (long partition = 0; partition < count; partition++) {
                partitions.add(new LayerPartition(shape.seeds, fewer, (int) (partition * tiles / count), (int)
                        ((partition + 1) * tiles / count)));
            }
        }
        return partitions;
    }

    /** Returns the seeds on the side that has more of them, or as many. */
    public int more() {
        return seeds - fewer;
    }

    /** Returns whether both sides have as many seeds. */
    public boolean isSquare() {
        return fewer == more();
    }

    /** Returns whether a side with fewer seeds belongs to it. */
    public boolean has(int side) {
        int tile = side / Tiles.WIDTH;
        return tile >= fromTile && tile < toTile;
    }

    /** Returns whether some of the positions whose mover has a side belong to it. */
    public boolean hasMover(int moverSeeds, int mover) {
        return moverSeeds == more() || moverSeeds == fewer && has(mover);
    }

    /** Returns whether a position belongs to it. */
    public boolean has(int moverSeeds, int mover, int opponent) {
        return moverSeeds == more() ? has(opponent) : moverSeeds == fewer && has(mover);
    }

    /** Returns the first of the mover's sides that belong to it, together with an opponent's side. */
    int firstMover(int moverSeeds, int opponent) {
        return moverSeeds != more() ? fromTile * Tiles.WIDTH : has(opponent) ? 0 : Integer.MAX_VALUE;
    }

    /** Returns a number behind the last of the mover's sides that belong to it; see {@link #firstMover}. */
    int endMover(int moverSeeds, int opponent) {
        return moverSeeds != more() ? toTile * Tiles.WIDTH : has(opponent) ? Integer.MAX_VALUE : 0;
    }

    /** Returns the first of the opponent's sides that belong to it, together with the mover's sides of a number of seeds. */
    public int firstOpponent(int moverSeeds) {
        return moverSeeds == more() ? fromTile * Tiles.WIDTH : 0;
    }

    /** Returns a number behind the last of the opponent's sides that belong to it; see {@link #firstOpponent}. */
    public int endOpponent(int moverSeeds) {
        return moverSeeds == more() ? toTile * Tiles.WIDTH : Integer.MAX_VALUE;
    }
}
