package granary.games.chain;

import granary.game.GameType;
import granary.game.MoveVisitor;
import granary.game.Notation;
import granary.games.PartitionGame;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Chain: chips lie in a row, and a move takes one chip or two adjacent ones. The player who takes the last chip wins (direct) or
 * loses (inverse). The first move of a game takes one chip only.
 *
 * <p>A position in play is a partition: the sizes of the groups of adjacent chips in descending order, padded with zeros
 * to {@value #MAX_CHIPS} cells. The opening row is not the same position as a group of its size, because it has other moves. Its
 * first cell is its negated size. No move leads to it, and no layer holds it ({@link #locate}). A position's layer is the number of
 * its chips.
 *
 * <p>From a row of n chips, play reaches as many positions as n + 1 has partitions, including the row itself and the end.
 *
 * <p>Immutable; any number of threads may use it.
 */
public final class Chain extends PartitionGame {
    /** The most chips. Scores fit a signed byte: no game has more moves than chips. */
    public static final int MAX_CHIPS = 100;

    /** The most chips that a move takes. */
    private static final int MAX_TAKEN = 2;

    private final boolean lastTakerWins;
    private final Notation notation = new ChainNotation();

    /**
     * Makes the game.
     *
     * @param lastTakerWins whether the rules are direct: the player who takes the last chip wins
     */
    public Chain(boolean lastTakerWins) {
        super(MAX_CHIPS, MAX_CHIPS, MAX_CHIPS, lastTakerWins);
        this.lastTakerWins = lastTakerWins;
    }

    /**
     * Returns the row at the start of a game.
     *
     * @param chips 0 .. {@value #MAX_CHIPS}; a row of none is the end of the game
     * @throws IllegalArgumentException when there are too many chips
     */
    public static int[] start(int chips) {
        if (chips < 0 || chips > MAX_CHIPS) {
            throw new IllegalArgumentException("a row has 0 to " + MAX_CHIPS + " chips, not " + chips);
        }
        int[] position = new int[MAX_CHIPS];
        position[0] = -chips;
        return position;
    }

    /**
     * Returns a position in play.
     *
     * @param sizes the sizes of the groups, each 1 or more, in any order
     * @throws IllegalArgumentException when a group is empty or there are more than {@value #MAX_CHIPS} chips
     */
    public static int[] groups(int... sizes) {
        int chips = 0;
        for (int size : sizes) {
            if (size < 1 || size > MAX_CHIPS - chips) {
                throw new IllegalArgumentException("each group must have 1 or more chips, and all together at most "
                        + MAX_CHIPS + ": " + Arrays.toString(sizes));
            }
            chips += size;
        }
        int[] position = new int[MAX_CHIPS];
        int[] ascending = sizes.clone();
        Arrays.sort(ascending);
        for (int i = 0; i < ascending.length; i++) {
            position[i] = ascending[ascending.length - 1 - i];
        }
        return position;
    }

    @Override
    public GameType type() {
        return ChainType.INSTANCE;
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of(ChainType.RULES.name(), lastTakerWins ? ChainType.DIRECT : ChainType.INVERSE);
    }

    /** {@inheritDoc} It is the row of {@code layer} chips. */
    @Override
    public Optional<int[]> opening(int layer) {
        return Optional.of(start(layer));
    }

    @Override
    public int layer(int[] position) {
        int chips = isStart(position) ? startingChips(position) : sum(position);
        if (chips < 0) {
            throw new IllegalArgumentException("a position has " + MAX_CHIPS
                    + " cells: the sizes of the groups in descending order, at most " + MAX_CHIPS
                    + " chips in all, then zeros; or the negated size of the row at the start, then zeros. Not "
                    + Arrays.toString(position));
        }
        return chips;
    }

    static boolean isStart(int[] position) {
        return position.length == MAX_CHIPS && position[0] < 0;
    }

    /** Returns the chips of an opening row, or -1 when the position is not one. */
    private static int startingChips(int[] position) {
        for (int i = 1; i < position.length; i++) {
            if (position[i] != 0) {
                return -1;
            }
        }
        return position[0] >= -MAX_CHIPS ? -position[0] : -1;
    }

    /** {@inheritDoc} The row at the start is above the last layer. */
    @Override
    public long locate(int[] cells, int at) {
        Objects.checkFromIndexSize(at, MAX_CHIPS, cells.length);
        return cells[at] < 0
                ? (long) (MAX_CHIPS + layer(Arrays.copyOfRange(cells, at, at + MAX_CHIPS))) << LAYER_SHIFT
                : super.locate(cells, at);
    }

    /**
     * {@inheritDoc} Moves in equal groups, and moves that leave the same two remainders, count as one and are visited once. A move's
     * number encodes the group's size, the chips taken and the smaller remainder: see {@link ChainNotation#describe}.
     */
    @Override
    public void moves(int[] position, MoveVisitor visitor) {
        if (isStart(position)) {
            int[] row = position.clone();
            row[0] = -position[0];
            visitMoves(row, 1, visitor);
        } else {
            visitMoves(position, MAX_TAKEN, visitor);
        }
    }

    private static void visitMoves(int[] position, int maxTaken, MoveVisitor visitor) {
        int groups = 0;
        while (groups < position.length && position[groups] > 0) {
            groups++;
        }
        int[] successor = position.clone();
        for (int i = groups - 1; i >= 0; i--) {
            int group = position[i];
            if (i + 1 < groups && position[i + 1] == group) {
                continue;
            }
            for (int taken = 1; taken <= Math.min(maxTaken, group); taken++) {
                for (int smaller = 0; 2 * smaller <= group - taken; smaller++) {
                    // The groups before group i are at least as large, and stay where they are.
                    replace(position, i, groups, group - taken - smaller, smaller, successor);
                    visitor.visit(number(group, taken, smaller), 0, successor);
                }
            }
        }
    }

    /** Writes the tail of a successor: replaces group i by its remainders, in order among the groups behind it. */
    private static void replace(int[] position, int i, int groups, int larger, int smaller, int[] successor) {
        int to = i;
        int from = i + 1;
        while (from < groups && position[from] > larger) {
            successor[to++] = position[from++];
        }
        if (larger > 0) {
            successor[to++] = larger;
        }
        while (from < groups && position[from] > smaller) {
            successor[to++] = position[from++];
        }
        if (smaller > 0) {
            successor[to++] = smaller;
        }
        while (from < groups) {
            successor[to++] = position[from++];
        }
        // The previous successor may have been longer.
        while (to < successor.length && successor[to] != 0) {
            successor[to++] = 0;
        }
    }

    private static int number(int group, int taken, int smaller) {
        return group << 8 | (taken - 1) << 7 | smaller;
    }

    @Override
    public Notation notation() {
        return notation;
    }
}
