package granary.builder.sweep.partition;

import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.layer.Sweeps;
import granary.builder.sweep.table.Tiles;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Tiles of a {@link LayerPartition} in the order in which they are to be evaluated, that of {@link Sweeps}: from the far end, those
 * of the mover with more seeds and those of the mover with fewer in turn. Immutable.
 */
public final class PartitionTiles {
    private final LayerPartition partition;
    private final int toMore;
    private final int count;

    /** The positions of a number of movers' and opponents' sides. */
    public record Tile(int moverSeeds, int moverTile, int opponentTile) {}

    private PartitionTiles(LayerPartition partition, int fromMore, int toMore) {
        this.partition = partition;
        this.toMore = toMore;
        this.count = (toMore - fromMore) * (partition.toTile() - partition.fromTile()) * movers();
    }

    /** Returns all tiles of a partition. */
    public static PartitionTiles all(LayerShape shape, LayerPartition partition) {
        return new PartitionTiles(partition, 0, Tiles.count(shape.sides(partition.more())));
    }

    /** Returns all tiles of a partition as tasks of about a given number of tiles of either mover. */
    public static List<PartitionTiles> tasks(LayerShape shape, LayerPartition partition, int tiles) {
        List<PartitionTiles> tasks = new ArrayList<>();
        int together = Math.max(1, tiles / (partition.toTile() - partition.fromTile()));
        for (int to = Tiles.count(shape.sides(partition.more())); to > 0; to -= together) {
            tasks.add(new PartitionTiles(partition, Math.max(0, to - together), to));
        }
        return tasks;
    }

    private int movers() {
        return partition.isSquare() ? 1 : 2;
    }

    /** Returns them in order. */
    Stream<Tile> stream() {
        return IntStream.range(0, count).mapToObj(this::tile);
    }

    private Tile tile(int number) {
        int pair = number / movers();
        int width = partition.toTile() - partition.fromTile();
        int more = toMore - 1 - pair / width;
        int fewer = partition.toTile() - 1 - pair % width;
        return number % movers() == 0
                ? new Tile(partition.more(), more, fewer)
                : new Tile(partition.fewer(), fewer, more);
    }
}
