package granary.analysis.graph;

import granary.game.Game;
import granary.game.GameType;
import granary.game.MoveVisitor;
import granary.game.Notation;
import granary.games.WinLoss;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A game whose rules are a graph read from a file. Each vertex is a position, each edge a move. The game has one layer.
 * A position is the number of its vertex; play starts at vertex 0. The game ends at vertices without edges.
 */
public final class GraphGame implements Game {
    private final List<String> names;
    private final int[][] successors;
    private final WinLoss scoring;
    private final Map<String, Integer> numbers = new LinkedHashMap<>();

    /**
     * Makes a game.
     *
     * @param names the names of the vertices, all different, the start first
     * @param successors for each vertex, the numbers of the vertices that its moves lead to; the caller must not change
     *     the arrays afterwards
     * @param lastMoveWins whether the player who moves to an end wins; otherwise that player loses
     */
    GraphGame(List<String> names, int[][] successors, boolean lastMoveWins) {
        this.names = List.copyOf(names);
        this.successors = successors;
        this.scoring = WinLoss.withDraws(lastMoveWins);
        for (int i = 0; i < names.size(); i++) {
            numbers.put(names.get(i), i);
        }
    }

    /** {@inheritDoc} Throws: a graph comes from a file, and no type can make it from options. */
    @Override
    public GameType type() {
        throw new UnsupportedOperationException("a graph from a file has no type");
    }

    @Override
    public Map<String, String> parameters() {
        return Map.of();
    }

    /** {@inheritDoc} A graph has no name of its own. */
    @Override
    public String identity() {
        return "graph";
    }

    @Override
    public int cells() {
        return 1;
    }

    @Override
    public int topLayer() {
        return 0;
    }

    @Override
    public long size(int layer) {
        if (layer != 0) {
            throw new IllegalArgumentException("a graph has layer 0 only, not " + layer);
        }
        return successors.length;
    }

    @Override
    public int layer(int[] position) {
        if (position.length != 1 || position[0] < 0 || position[0] >= successors.length) {
            throw new IllegalArgumentException("not the number of one of " + successors.length + " vertices");
        }
        return 0;
    }

    @Override
    public long rank(int[] position) {
        return position[0];
    }

    @Override
    public void unrank(int layer, long rank, int[] position) {
        if (rank < 0 || rank >= size(layer)) {
            throw new IllegalArgumentException(rank + " is not the number of a vertex");
        }
        position[0] = (int) rank;
    }

    @Override
    public Optional<int[]> opening() {
        return Optional.of(new int[1]);
    }

    @Override
    public void moves(int[] position, MoveVisitor visitor) {
        int[] to = successors[position[0]];
        int[] successor = new int[1];
        for (int move = 0; move < to.length; move++) {
            successor[0] = to[move];
            visitor.visit(move, 0, successor);
        }
    }

    @Override
    public int terminalScore(int[] position) {
        return scoring.end();
    }

    @Override
    public int minScore(int layer) {
        return scoring.end();
    }

    @Override
    public int maxScore(int layer) {
        return successors.length;
    }

    @Override
    public WinLoss scoring() {
        return scoring;
    }

    @Override
    public Notation notation() {
        return new Names();
    }

    /** Positions by the names in the file, whatever signs they hold. */
    private final class Names extends Notation {
        @Override
        public int[] parse(String name) {
            return position(List.of(name));
        }

        @Override
        protected int[] position(List<String> words) {
            Integer number = numbers.get(words.get(0));
            if (number == null) {
                throw new IllegalArgumentException("the graph has no position '" + words.get(0) + "'");
            }
            return new int[] {number};
        }

        @Override
        public List<String> words(int[] position) {
            return List.of(draw(position));
        }

        @Override
        public String draw(int[] position) {
            return names.get(position[0]);
        }

        @Override
        public Map<String, Integer> describe(int move, int captured) {
            return Map.of("move", move);
        }
    }

    /** Returns the identity line. */
    @Override
    public String toString() {
        return identity();
    }
}
