package granary.builder.sweep.part;

import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.layer.Sweeps;
import granary.builder.sweep.table.Tiles;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Tiles of a {@link LayerPart} in the order in which they are to be evaluated, that of {@link Sweeps}: from the far end, those
 * of the mover with more seeds and those of the mover with fewer in turn. Immutable.
 */
public final class PartTiles {
    private final LayerPart part;
    private final int toMore;
    private final int count;

    /** The positions of a number of movers' and opponents' sides. */
    public record Tile(int moverSeeds, int moverTile, int opponentTile) {}

    private PartTiles(LayerPart part, int fromMore, int toMore) {
        this.part = part;
        this.toMore = toMore;
        this.count = (toMore - fromMore) * (part.toTile() - part.fromTile()) * movers();
    }

    /** Returns all tiles of a part. */
    public static PartTiles all(LayerShape shape, LayerPart part) {
        return new PartTiles(part, 0, Tiles.count(shape.sides(part.more())));
    }

    /** Returns all tiles of a part as tasks of about a given number of tiles of either mover. */
    public static List<PartTiles> tasks(LayerShape shape, LayerPart part, int tiles) {
        List<PartTiles> tasks = new ArrayList<>();
        int together = Math.max(1, tiles / (part.toTile() - part.fromTile()));
        for (int to = Tiles.count(shape.sides(part.more())); to > 0; to -= together) {
            tasks.add(new PartTiles(part, Math.max(0, to - together), to));
        }
        return tasks;
    }

    private int movers() {
        return part.isSquare() ? 1 : 2;
    }

    /** Returns them in order. */
    Stream<Tile> stream() {
        return IntStream.range(0, count).mapToObj(this::tile);
    }

    private Tile tile(int number) {
        int pair = number / movers();
        int width = part.toTile() - part.fromTile();
        int more = toMore - 1 - pair / width;
        int fewer = part.toTile() - 1 - pair % width;
        return number % movers() == 0 ? new Tile(part.more(), more, fewer) : new Tile(part.fewer(), fewer, more);
    }
}
