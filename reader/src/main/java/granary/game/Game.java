package granary.game;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A combinatorial game: layers of positions, a rank for each position, moves to the same or to lower layers, and a
 * scoring. Everything else (format, reader, reference solver, verifier, command line) works on this interface. Games whose moves may
 * stay in a layer are {@link Retrograde}, too.
 *
 * <p>A position is a vector of {@link #cells()} small integers as the player to move sees it. Implementations are
 * immutable and safe for use by any number of threads.
 */
public interface Game {
    /** Returns the type this game was made by. */
    GameType type();

    /** Returns the parameters in the order of {@link GameType#parameters()}, in canonical spelling. */
    Map<String, String> parameters();

    /** Returns the identity line, such as {@code awari pits=6 rules=olympiad}. It stands in every file header. */
    default String identity() {
        StringBuilder line = new StringBuilder(type().id());
        for (Map.Entry<String, String> parameter : parameters().entrySet()) {
            line.append(' ').append(parameter.getKey()).append('=').append(parameter.getValue());
        }
        return line.toString();
    }

    /** Returns the length of a position's vector. */
    int cells();

    /** Returns the highest layer this implementation can rank; the lowest is 0. */
    int topLayer();

    /**
     * Returns the number of positions in a layer.
     *
     * @param layer 0 .. {@link #topLayer()}
     * @throws IllegalArgumentException when the layer is outside that range
     */
    long size(int layer);

    /**
     * Checks a position and returns its layer. Costs O(cells), allocates nothing.
     *
     * @throws IllegalArgumentException with the reason when the vector is not a position of this game
     */
    int layer(int[] position);

    /**
     * Returns the rank of a position in its layer, 0 .. size - 1. Does not check the position: call {@link #layer} first on input
     * that is not trusted. Costs O(cells), allocates nothing.
     */
    long rank(int[] position);

    /** The lowest bit of the layer in a location, see {@link #locate}. */
    int LAYER_SHIFT = 48;

    /** The bits of the rank in a location, see {@link #locate}. */
    long RANK_MASK = (1L << LAYER_SHIFT) - 1;

    /**
     * Checks a position and returns its location, layer * 2^48 + rank. The default copies the position; games whose lookups must not
     * allocate override it.
     *
     * <p>An opening with a special first move, to which no move leads, may be held by no layer. Its location is above {@link #topLayer},
     * it has no {@link #rank}, and its score follows from its moves.
     *
     * @param cells holds the position from index {@code at} on; may be longer, such as an engine's stack of boards
     * @param at index of the position's first cell
     * @throws IllegalArgumentException with the reason when the cells are not a position of this game
     * @throws IndexOutOfBoundsException when the array ends before the position
     */
    default long locate(int[] cells, int at) {
        Objects.checkFromIndexSize(at, cells(), cells.length);
        int[] position = Arrays.copyOfRange(cells, at, at + cells());
        return (long) layer(position) << LAYER_SHIFT | rank(position);
    }

    /**
     * Writes the position at a rank; the inverse of {@link #rank}.
     *
     * @param layer 0 .. {@link #topLayer()}
     * @param rank 0 .. size - 1
     * @param position array of {@link #cells()} cells, overwritten
     * @throws IllegalArgumentException when layer or rank is out of range
     */
    void unrank(int layer, long rank, int[] position);

    /** Returns an iterator over the positions of a layer in rank order, beginning at a rank. */
    default PositionIterator iterate(int layer, long fromRank) {
        long[] next = {fromRank};
        long size = size(layer);
        return position -> {
            if (next[0] >= size) {
                return false;
            }
            unrank(layer, next[0]++, position);
            return true;
        };
    }

    /** Returns the initial position; empty if there is none or it is above the top layer. */
    default Optional<int[]> opening() {
        return Optional.empty();
    }

    /**
     * Returns the opening for a database with layers up to {@code layer}: {@link #opening()}, unless the game has
     * openings of several sizes. Then it is the largest one in that layer or below; empty if there is none.
     */
    default Optional<int[]> opening(int layer) {
        return opening();
    }

    /** Visits the legal moves of a position, in ascending order of their number. */
    void moves(int[] position, MoveVisitor visitor);

    /** Returns the score of a position without a legal move. */
    int terminalScore(int[] position);

    /** Returns the lowest score a position of the layer can have. */
    int minScore(int layer);

    /** Returns the highest score a position of the layer can have. */
    int maxScore(int layer);

    /** Returns the arithmetic of the scores. */
    Scoring scoring();

    /**
     * Returns whether the players share the layer's number of points, such as seeds, by capturing them, so that a database may also tell
     * what each can force: {@code granary.database.Bounds}.
     */
    default boolean hasBounds() {
        return false;
    }

    /** Returns whether the rules say what endless play is worth: the cycle value. If they do not, scores only assume it. */
    default boolean settlesEndlessPlay() {
        return true;
    }

    /** Returns the text form of positions and moves. */
    Notation notation();
}
