package granary.testing;

import granary.database.Bounds;
import granary.database.Database;
import granary.game.Game;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.LongStream;

/** The tables {@code positions.tsv} of {@code conformance/}: positions in numbers alone, with what a database says of them. */
public final class PositionTable {
    /** The name of the table beside a database's files. */
    public static final String FILE_NAME = "positions.tsv";

    /** A layer of more positions is in its table by every {@value #STEP}th rank. */
    public static final long COMPLETE = 10_000;

    private static final long STEP = 5003;

    /** Which positions of a layer a table has. */
    @FunctionalInterface
    public interface Choice {
        /** Returns the ranks of a layer of some positions. */
        LongStream ranks(long positions);
    }

    private PositionTable() {}

    /** Returns the ranks of the committed tables: all, or some of a large layer. */
    public static LongStream committed(long positions) {
        return LongStream.iterate(0, at -> at < positions, at -> at + (positions <= COMPLETE ? 1 : STEP));
    }

    /** Returns the lines of a database's table. */
    public static List<String> lines(Database database, Choice choice) {
        boolean hasDistances = !database.distanceLayers().isEmpty();
        boolean hasBounds = !database.boundsLayers().isEmpty();
        Game game = database.game();
        List<String> lines = new ArrayList<>();
        lines.add("layer\tposition\trank\tscore" + (hasDistances ? "\tdistance" : "")
                + (hasBounds ? "\tleast\tmost" : ""));
        int[] position = new int[game.cells()];
        for (int layer : database.layers()) {
            choice.ranks(game.size(layer)).forEach(rank -> {
                game.unrank(layer, rank, position);
                OptionalInt distance = database.findDistance(position);
                OptionalInt bounds = hasBounds ? database.findBounds(position) : OptionalInt.empty();
                lines.add(layer + "\t" + text(game, position) + "\t" + rank + "\t" + database.score(position)
                        + (distance.isPresent() ? "\t" + distance.getAsInt() : "")
                        + (bounds.isPresent()
                                ? "\t" + Bounds.least(bounds.getAsInt()) + "\t" + Bounds.most(bounds.getAsInt())
                                : ""));
            });
        }
        return lines;
    }

    /** Returns a position as a table has it: without words, and empty when there is no chip or piece. */
    private static String text(Game game, int[] position) {
        List<String> words = new ArrayList<>(game.notation().words(position));
        words.removeIf(word -> word.matches("[a-z]+"));
        return isChain(game) && words.equals(List.of("0")) ? "" : String.join(" ", words);
    }

    /** Returns the position that a table has as some text. */
    public static int[] parse(Game game, String text) {
        String chips = text.isEmpty() ? "0" : "free " + text;
        String words = isChain(game) ? chips : text.isEmpty() ? "none" : text;
        return game.notation().parse(words);
    }

    private static boolean isChain(Game game) {
        return game.type().id().equals("chain");
    }
}
