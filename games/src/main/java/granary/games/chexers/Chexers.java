package granary.games.chexers;

import granary.game.Game;
import granary.game.GameType;
import granary.game.MoveVisitor;
import granary.game.Notation;
import granary.game.Retrograde;
import granary.game.Scoring;
import granary.games.ShortestPath;
import granary.rank.Binomial;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Consumer;

/**
 * Chexers for one player: bring all pieces off a board of 37 hexes, some of them blocked, in the fewest actions.
 *
 * <p>Actions: MOVE to a free neighbour; JUMP in a straight line over a piece or a block, which stays, to the free hex
 * behind it; EXIT from a hex of the side that belongs to the colour. Each costs 1.
 *
 * <p>A position is the set of pieces: up to {@value #MAX_PIECES} indices of hexes ({@link Hexes}), ascending, padded with
 * -1. Its layer is the number of pieces; EXIT leads to the layer below, MOVE and JUMP stay in the layer. Within a layer
 * the sets of free hexes are ranked in colex order (the combinatorial number system). A score is the number of actions
 * needed, or {@link ShortestPath#UNSOLVABLE}. A move's number is 64 * from + to, where {@value Hexes#COUNT} means off the
 * board. Immutable; any number of threads may use it.
 */
public final class Chexers implements Game, Retrograde {
    /** The most pieces. */
    public static final int MAX_PIECES = 4;

    /**
     * The most actions a piece needs to leave the board when no other piece moves.
     *
     * <p>A single piece takes a shortest path. On such a path only consecutive hexes are neighbours, so it contains at most two of
     * three hexes in a triangle. The rows of 4 and 5 hexes, of 6 and 7, and of 6 and 5 make strips of 3, 4 and 3 separate
     * triangles. So the path leaves out at least 10 of the 37 hexes, and has at most 26 steps and the exit. If other pieces stand on
     * the path, the one nearest to its end goes instead. And a piece that has no way out alone has none with the help of
     * others: instead of a jump over one of them, it could have made two moves.
     */
    private static final int MAX_ACTIONS_EACH = 27;

    private static final Scoring SCORING = new ShortestPath();
    static final int FROM = 64;
    static final int OFF_BOARD = Hexes.COUNT;

    private final Colour colour;
    private final long blocks;
    /** The unblocked hexes, ascending. */
    private final int[] free;
    /** For each hex the number of unblocked hexes before it. */
    private final int[] place;

    private final Notation notation = new ChexersNotation(this);

    /**
     * Makes the game.
     *
     * @param colour the colour of the pieces
     * @param blocks the blocked hexes, bit i for the hex of index i
     * @throws IllegalArgumentException when a bit beyond the board is set
     */
    public Chexers(Colour colour, long blocks) {
        if (blocks >>> Hexes.COUNT != 0) {
            throw new IllegalArgumentException(
                    "blocks beyond the " + Hexes.COUNT + " hexes: " + Long.toHexString(blocks));
        }
        this.colour = Objects.requireNonNull(colour, "the colour is null");
        this.blocks = blocks;
        this.free = new int[Hexes.COUNT - Long.bitCount(blocks)];
        this.place = new int[Hexes.COUNT];
        int count = 0;
        for (int hex = 0; hex < Hexes.COUNT; hex++) {
            place[hex] = count;
            if (!isBlocked(hex)) {
                free[count++] = hex;
            }
        }
    }

    /** Returns the colour of the pieces. */
    public Colour colour() {
        return colour;
    }

    /** Returns the blocked hexes, bit i for the hex of index i. */
    public long blocks() {
        return blocks;
    }

    boolean isBlocked(int hex) {
        return (blocks >>> hex & 1) != 0;
    }

    @Override
    public GameType type() {
        return ChexersType.INSTANCE;
    }

    @Override
    public Map<String, String> parameters() {
        StringJoiner text = new StringJoiner(";").setEmptyValue(ChexersNotation.NONE);
        for (int hex = 0; hex < Hexes.COUNT; hex++) {
            if (isBlocked(hex)) {
                text.add(Hexes.text(hex));
            }
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put(ChexersType.COLOUR.name(), colour.id());
        parameters.put(ChexersType.BLOCKS.name(), text.toString());
        return parameters;
    }

    @Override
    public int cells() {
        return MAX_PIECES;
    }

    /** {@inheritDoc} It is {@value #MAX_PIECES}, or fewer if fewer hexes are free. */
    @Override
    public int topLayer() {
        return Math.min(MAX_PIECES, free.length);
    }

    @Override
    public long size(int layer) {
        if (layer < 0 || layer > topLayer()) {
            throw new IllegalArgumentException("pieces must be 0 to " + topLayer() + ", not " + layer);
        }
        return Binomial.of(free.length, layer);
    }

    /** {@inheritDoc} It has {@code layer} pieces, on the first free hexes of the side opposite to the one that they leave from. */
    @Override
    public Optional<int[]> opening(int layer) {
        int[] pieces = Arrays.stream(free)
                .filter(hex -> colour.leavesFrom(Hexes.COUNT - 1 - hex))
                .limit(layer)
                .toArray();
        int[] position = Arrays.copyOf(pieces, MAX_PIECES);
        Arrays.fill(position, pieces.length, MAX_PIECES, -1);
        return pieces.length == 0 ? Optional.empty() : Optional.of(position);
    }

    @Override
    public int layer(int[] position) {
        int pieces = 0;
        int above = -1;
        boolean valid = position.length == MAX_PIECES;
        for (int i = 0; valid && i < position.length; i++) {
            int hex = position[i];
            if (hex != -1) {
                valid = hex > above && hex < Hexes.COUNT && pieces == i && !isBlocked(hex);
                above = hex;
                pieces++;
            }
        }
        if (!valid) {
            throw new IllegalArgumentException("a position is " + MAX_PIECES
                    + " cells: the ascending indices of free hexes, then -1: not " + Arrays.toString(position));
        }
        return pieces;
    }

    @Override
    public long rank(int[] position) {
        long rank = 0;
        for (int i = 0; i < position.length && position[i] >= 0; i++) {
            rank += Binomial.of(place[position[i]], i + 1);
        }
        return rank;
    }

    @Override
    public void unrank(int layer, long rank, int[] position) {
        if (rank < 0 || rank >= size(layer)) {
            throw new IllegalArgumentException(
                    "rank must be 0 to " + (size(layer) - 1) + " with " + layer + " pieces, not " + rank);
        }
        Arrays.fill(position, layer, position.length, -1);
        long rest = rank;
        int at = free.length;
        for (int i = layer - 1; i >= 0; i--) {
            do {
                at--;
            } while (Binomial.of(at, i + 1) > rest);
            rest -= Binomial.of(at, i + 1);
            position[i] = free[at];
        }
    }

    /** {@inheritDoc} The number is 64 * from + to: see {@link #action}. */
    @Override
    public void moves(int[] position, MoveVisitor visitor) {
        visitMoves(position, true, visitor);
    }

    /** {@inheritDoc} MOVE and JUMP are reversible, so the predecessors are the successors in the same layer. */
    @Override
    public void predecessors(int[] position, Consumer<int[]> visitor) {
        visitMoves(position, false, (move, captured, successor) -> visitor.accept(successor));
    }

    private void visitMoves(int[] position, boolean exits, MoveVisitor visitor) {
        long occupied = blocks;
        int pieces = 0;
        while (pieces < position.length && position[pieces] >= 0) {
            occupied |= 1L << position[pieces++];
        }
        int[] successor = new int[position.length];
        for (int piece = 0; piece < pieces; piece++) {
            int from = position[piece];
            for (int[] step : Hexes.steps(from)) {
                int to = step[0];
                int over = step[1];
                if ((occupied >>> to & 1) == 0 && (over < 0 || (occupied >>> over & 1) != 0)) {
                    replace(position, piece, to, successor);
                    visitor.visit(from * FROM + to, 0, successor);
                }
            }
            if (exits && colour.leavesFrom(from)) {
                System.arraycopy(position, 0, successor, 0, piece);
                System.arraycopy(position, piece + 1, successor, piece, position.length - piece - 1);
                successor[position.length - 1] = -1;
                visitor.visit(from * FROM + OFF_BOARD, 0, successor);
            }
        }
    }

    /** Writes the position with a piece put on another hex, ascending. */
    private static void replace(int[] position, int piece, int to, int[] successor) {
        System.arraycopy(position, 0, successor, 0, position.length);
        int i = piece;
        while (i > 0 && successor[i - 1] > to) {
            successor[i] = successor[i - 1];
            i--;
        }
        while (i + 1 < successor.length && successor[i + 1] >= 0 && successor[i + 1] < to) {
            successor[i] = successor[i + 1];
            i++;
        }
        successor[i] = to;
    }

    @Override
    public int terminalScore(int[] position) {
        return position[0] < 0 ? 0 : ShortestPath.UNSOLVABLE;
    }

    @Override
    public int minScore(int layer) {
        return layer == 0 ? 0 : ShortestPath.UNSOLVABLE;
    }

    /** {@inheritDoc} Pieces can leave one after the other, each in at most {@value #MAX_ACTIONS_EACH} actions. */
    @Override
    public int maxScore(int layer) {
        return MAX_ACTIONS_EACH * layer;
    }

    @Override
    public Scoring scoring() {
        return SCORING;
    }

    /** {@inheritDoc} The number of actions. */
    @Override
    public int stage(int layer, int score) {
        return score == ShortestPath.UNSOLVABLE ? NEVER : score;
    }

    @Override
    public Notation notation() {
        return notation;
    }

    /** Returns the identity line. */
    @Override
    public String toString() {
        return identity();
    }

    /**
     * Returns a move as a sentence: {@code MOVE from (0, 0) to (0, 1).}, {@code JUMP from (0, 0) to (0, 2).} or
     * {@code EXIT from (3, 0).}.
     *
     * @param move the number of a move that {@link #moves} visited
     */
    public static String action(int move) {
        int from = move / FROM;
        int to = move % FROM;
        if (to == OFF_BOARD) {
            return "EXIT from " + pair(from) + ".";
        }
        // For hexes two apart, one of the three axial coordinates differs by two.
        int q = Math.abs(Hexes.q(to) - Hexes.q(from));
        int r = Math.abs(Hexes.r(to) - Hexes.r(from));
        return (Math.max(q, r) == 1 ? "MOVE" : "JUMP") + " from " + pair(from) + " to " + pair(to) + ".";
    }

    private static String pair(int hex) {
        return "(" + Hexes.q(hex) + ", " + Hexes.r(hex) + ")";
    }
}
