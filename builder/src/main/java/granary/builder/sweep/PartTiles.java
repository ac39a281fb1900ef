package granary.builder.sweep;

import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.table.Tiles;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Tiles of a {@link LayerPart} in the order in which they are to be evaluated, that of {@link Sweeps}: from the far end, those
 * of the mover with more seeds and those of the mover with fewer in turn. Immutable.
 */
final class PartTiles {
    private final LayerPart part;
    private final int toMore;
    /** Those that are chosen, by their number in that order: a bit instead of an object each, for there are many. */
    private final BitSet chosen;

    /** The positions of a number of movers' and opponents' sides. */
    record Tile(int moverSeeds, int moverTile, int opponentTile) {}

    private PartTiles(LayerPart part, int toMore, BitSet chosen) {
        this.part = part;
        this.toMore = toMore;
        this.chosen = chosen;
    }

    /** Returns all tiles of a part. */
    static PartTiles all(LayerShape shape, LayerPart part) {
        int more = Tiles.count(shape.sides(part.more()));
        return range(part, 0, more);
    }

    /** Returns all tiles of a part in pieces of about so many of either mover. */
    static List<PartTiles> pieces(LayerShape shape, LayerPart part, int tiles) {
        List<PartTiles> pieces = new ArrayList<>();
        int together = Math.max(1, tiles / (part.toTile() - part.fromTile()));
        for (int to = Tiles.count(shape.sides(part.more())); to > 0; to -= together) {
            pieces.add(range(part, Math.max(0, to - together), to));
        }
        return pieces;
    }

    private static PartTiles range(LayerPart part, int fromMore, int toMore) {
        BitSet all = new BitSet();
        all.set(0, (toMore - fromMore) * (part.toTile() - part.fromTile()) * movers(part));
        return new PartTiles(part, toMore, all);
    }

    private static int movers(LayerPart part) {
        return part.isSquare() ? 1 : 2;
    }

    /** Returns how many there are. */
    int count() {
        return chosen.cardinality();
    }

    /** Returns them in order. */
    Stream<Tile> stream() {
        return chosen.stream().mapToObj(this::tile);
    }

    /** Returns some of them, in the same order. */
    PartTiles filter(Predicate<Tile> test) {
        BitSet passing = new BitSet();
        chosen.stream().filter(number -> test.test(tile(number))).forEach(passing::set);
        return new PartTiles(part, toMore, passing);
    }

    private Tile tile(int number) {
        int pair = number / movers(part);
        int width = part.toTile() - part.fromTile();
        int more = toMore - 1 - pair / width;
        int fewer = part.toTile() - 1 - pair % width;
        return number % movers(part) == 0 ? new Tile(part.more(), more, fewer) : new Tile(part.fewer(), fewer, more);
    }
}
