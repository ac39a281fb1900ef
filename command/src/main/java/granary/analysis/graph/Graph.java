package granary.analysis.graph;

import granary.builder.CheckFailedException;
import granary.game.Game;
import granary.game.Scoring;
import granary.games.WinLoss;
import java.nio.IntBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * A graph of positions and moves, in memory: of a game, or from a file. Vertices are numbered in the order of discovery; the start is 0.
 * Two moves to the same position form one edge.
 */
public final class Graph {
    private static final int MAX_RESTRICTED = 5_000_000;

    /** Restricts a player to some of the legal moves. */
    @FunctionalInterface
    public interface Restriction {
        /** Returns the allowed ones of a position's moves, of which there is at least one. */
        List<Move> of(int[] position, List<Move> moves);
    }

    /** A position, and whether the restricted player is to move. */
    private record Vertex(IntBuffer position, boolean isHeld) {}

    private final Scoring scoring;
    private final IntFunction<String> names;
    private final IntUnaryOperator layers;
    /** The score of a vertex at which the game ends. */
    private final IntUnaryOperator ends;
    /** The positions of a game; empty if the graph is from a file. */
    private final List<Vertex> positions = new ArrayList<>();

    private final List<int[]> successors;
    private final List<int[]> captures;

    private Graph(Game game) {
        this.scoring = game.scoring();
        this.names = vertex -> name(game, position(vertex));
        this.layers = vertex -> game.layer(position(vertex));
        this.ends = vertex -> game.terminalScore(position(vertex));
        this.successors = new ArrayList<>();
        this.captures = new ArrayList<>();
    }

    /**
     * Makes a graph in which play may be endless, which is a draw. The game ends at vertices without successors.
     *
     * @param names the names of the vertices, all different, the start first
     * @param successors for each vertex, the numbers of the vertices that its moves lead to; not copied
     * @param lastMoveWins whether the player who moves to an end wins; otherwise that player loses
     */
    Graph(List<String> names, List<int[]> successors, boolean lastMoveWins) {
        WinLoss winLoss = WinLoss.withDraws(lastMoveWins);
        this.scoring = winLoss;
        this.names = names::get;
        this.layers = vertex -> 0;
        this.ends = vertex -> winLoss.end();
        this.successors = successors;
        this.captures = successors.stream().map(all -> new int[all.length]).toList();
    }

    /** Returns the graph of all positions that play can reach from a start. */
    public static Graph from(Game game, int[] start) {
        return restricted(game, start, false, null);
    }

    /**
     * Returns the graph of the positions that play can reach when one player is restricted to some moves. A position
     * has two vertices if either player may be to move there.
     *
     * @param isHeldFirst whether the restricted player moves first
     * @param restriction null for none
     * @throws CheckFailedException when there are too many positions
     */
    public static Graph restricted(Game game, int[] start, boolean isHeldFirst, Restriction restriction) {
        Graph graph = new Graph(game);
        graph.positions.add(new Vertex(IntBuffer.wrap(start.clone()), isHeldFirst));
        graph.explore(game, restriction);
        return graph;
    }

    private void explore(Game game, Restriction restriction) {
        Map<Vertex, Integer> numbers = new HashMap<>(Map.of(positions.getFirst(), 0));
        for (int vertex = 0; vertex < positions.size(); vertex++) {
            int[] position = position(vertex);
            boolean isHeld = isHeld(vertex);
            List<Move> moves = Move.of(game, position);
            if (isHeld && restriction != null && !moves.isEmpty()) {
                moves = restriction.of(position, moves);
            }
            Map<Integer, Integer> edges = new LinkedHashMap<>();
            for (Move move : moves) {
                Vertex next = new Vertex(IntBuffer.wrap(move.successor()), restriction != null && !isHeld);
                edges.put(numbers.computeIfAbsent(next, unseen -> add(unseen, restriction)), move.captured());
            }
            successors.add(toInts(edges.keySet()));
            captures.add(toInts(edges.values()));
        }
    }

    private int add(Vertex unseen, Restriction restriction) {
        if (restriction != null && positions.size() == MAX_RESTRICTED) {
            throw new CheckFailedException(
                    "more than " + MAX_RESTRICTED + " positions are reached; begin from a smaller one");
        }
        positions.add(unseen);
        return positions.size() - 1;
    }

    private static int[] toInts(Collection<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Returns the scoring of the game. */
    public Scoring scoring() {
        return scoring;
    }

    /** Returns whether the last move "wins" or "loses" for the player who makes it; empty when nobody wins or loses. */
    String lastMove() {
        return !(scoring instanceof WinLoss winLoss) ? "" : winLoss.lastMoveWins() ? "wins" : "loses";
    }

    /** Returns the number of vertices. */
    public int vertices() {
        return successors.size();
    }

    /** Returns the number of edges. */
    public long edges() {
        return successors.stream().mapToLong(all -> all.length).sum();
    }

    /** Returns the position of a vertex in a game. The caller must not change it. */
    public int[] position(int vertex) {
        return positions.get(vertex).position.array();
    }

    /** Returns the name of a vertex's position. */
    public String name(int vertex) {
        return names.apply(vertex);
    }

    /** Returns the name of a position in files: its words with slashes between them, as in {@code 3/3/1}. */
    public static String name(Game game, int[] position) {
        return String.join("/", game.notation().words(position));
    }

    /** Returns whether the restricted player is to move. */
    public boolean isHeld(int vertex) {
        return positions.get(vertex).isHeld;
    }

    /** Returns the vertices that moves lead to, in the order of the moves. The caller must not change the array. */
    public int[] successors(int vertex) {
        return successors.get(vertex);
    }

    /** Returns the capture of a move. */
    public int captured(int vertex, int move) {
        return captures.get(vertex)[move];
    }

    /** Returns whether the game ends at a vertex. */
    public boolean isEnd(int vertex) {
        return successors(vertex).length == 0;
    }

    /** Returns the score of a move for the player who makes it. */
    public int backUp(int vertex, int move, int[] scores) {
        return scoring.backUp(captured(vertex, move), scores[successors(vertex)[move]]);
    }

    /** Returns the moves of a vertex, best first, and equal ones in the game's order. */
    public List<Integer> bestFirst(int vertex, int[] scores) {
        return IntStream.range(0, successors(vertex).length)
                .boxed()
                .sorted((a, b) -> compare(backUp(vertex, b, scores), backUp(vertex, a, scores)))
                .toList();
    }

    private int compare(int score, int other) {
        return score == other ? 0 : scoring.isBetter(score, other) ? 1 : -1;
    }

    /**
     * Returns the score of each vertex for its player to move. In each layer, all vertices start with the score of
     * endless play. A vertex takes the score of its best move, again whenever a move's score has changed. Lower layers
     * must be finished first: otherwise a temporary wrong score could support itself along a cycle.
     */
    public int[] scores() {
        int[] scores = new int[vertices()];
        Arrays.fill(scores, scoring.cycleValue());
        int[][] predecessors = predecessors();
        Map<Integer, Deque<Integer>> open = new TreeMap<>();
        // Moves mostly lead to vertices with higher numbers, so starting with the last vertex avoids most repeated
        // work.
        for (int vertex = vertices() - 1; vertex >= 0; vertex--) {
            open.computeIfAbsent(layers.applyAsInt(vertex), layer -> new ArrayDeque<>())
                    .add(vertex);
        }
        open.forEach((layer, vertices) -> settle(layer, vertices, predecessors, scores));
        return scores;
    }

    private void settle(int layer, Deque<Integer> open, int[][] predecessors, int[] scores) {
        boolean[] isOpen = new boolean[vertices()];
        open.forEach(vertex -> isOpen[vertex] = true);
        while (!open.isEmpty()) {
            int vertex = open.remove();
            isOpen[vertex] = false;
            int score = score(vertex, scores);
            if (score != scores[vertex]) {
                scores[vertex] = score;
                for (int before : predecessors[vertex]) {
                    if (!isOpen[before] && layers.applyAsInt(before) == layer) {
                        isOpen[before] = true;
                        open.add(before);
                    }
                }
            }
        }
    }

    private int score(int vertex, int[] scores) {
        if (isEnd(vertex)) {
            return ends.applyAsInt(vertex);
        }
        int best = backUp(vertex, 0, scores);
        for (int move = 1; move < successors(vertex).length; move++) {
            int score = backUp(vertex, move, scores);
            best = scoring.isBetter(score, best) ? score : best;
        }
        return best;
    }

    private int[][] predecessors() {
        int[] counts = new int[vertices()];
        successors.forEach(all -> Arrays.stream(all).forEach(to -> counts[to]++));
        int[][] predecessors = Arrays.stream(counts).mapToObj(int[]::new).toArray(int[][]::new);
        for (int vertex = 0; vertex < vertices(); vertex++) {
            for (int to : successors(vertex)) {
                predecessors[to][--counts[to]] = vertex;
            }
        }
        return predecessors;
    }
}
