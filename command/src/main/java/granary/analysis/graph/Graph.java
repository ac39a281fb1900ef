package granary.analysis.graph;

import granary.builder.CheckFailedException;
import granary.game.Game;
import granary.game.PositionIterator;
import granary.game.Scoring;
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
import java.util.stream.IntStream;

/**
 * The graph of a game's positions and moves, in memory. Vertices are numbered in the order of discovery; the start is
 * 0. Two moves to the same position form one edge.
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

    private final Game game;
    private final Restriction restriction;
    private final Map<Vertex, Integer> numbers = new HashMap<>();
    private final List<Vertex> vertices = new ArrayList<>();
    private final List<int[]> successors = new ArrayList<>();
    private final List<int[]> captures = new ArrayList<>();

    private Graph(Game game, Restriction restriction) {
        this.game = game;
        this.restriction = restriction;
    }

    /** Returns the graph of all positions that play can reach from a start. */
    public static Graph from(Game game, int[] start) {
        return restricted(game, start, false, null);
    }

    /** Returns the graph of a graph game, with the same numbers. */
    public static Graph of(GraphGame game) {
        Graph graph = new Graph(game, null);
        int[] position = new int[game.cells()];
        for (PositionIterator all = game.iterate(0, 0); all.next(position); ) {
            graph.number(position.clone(), false);
        }
        graph.explore();
        return graph;
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
        Graph graph = new Graph(game, restriction);
        graph.number(start.clone(), isHeldFirst);
        graph.explore();
        return graph;
    }

    private void explore() {
        for (int vertex = 0; vertex < vertices.size(); vertex++) {
            int[] position = position(vertex);
            boolean isHeld = isHeld(vertex);
            boolean isHeldNext = restriction != null && !isHeld;
            List<Move> moves = Move.of(game, position);
            if (isHeld && !moves.isEmpty()) {
                moves = restriction.of(position, moves);
            }
            Map<Integer, Integer> edges = new LinkedHashMap<>();
            moves.forEach(move -> edges.put(number(move.successor(), isHeldNext), move.captured()));
            successors.add(toInts(edges.keySet()));
            captures.add(toInts(edges.values()));
        }
    }

    private static int[] toInts(Collection<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    private int number(int[] position, boolean isHeld) {
        return numbers.computeIfAbsent(new Vertex(IntBuffer.wrap(position), isHeld), unseen -> {
            if (restriction != null && vertices.size() == MAX_RESTRICTED) {
                throw new CheckFailedException(
                        "more than " + MAX_RESTRICTED + " positions are reached; begin from a smaller one");
            }
            vertices.add(unseen);
            return vertices.size() - 1;
        });
    }

    /** Returns the game whose positions these are. */
    public Game game() {
        return game;
    }

    /** Returns the number of vertices. */
    public int vertices() {
        return vertices.size();
    }

    /** Returns the number of edges. */
    public long edges() {
        return successors.stream().mapToLong(all -> all.length).sum();
    }

    /** Returns the position of a vertex. The caller must not change it. */
    public int[] position(int vertex) {
        return vertices.get(vertex).position.array();
    }

    /** Returns the name of a vertex's position. */
    public String name(int vertex) {
        return name(game, position(vertex));
    }

    /** Returns the name of a position in files: its words with slashes between them, as in {@code 3/3/1}. */
    public static String name(Game game, int[] position) {
        return String.join("/", game.notation().words(position));
    }

    /** Returns whether the restricted player is to move. */
    public boolean isHeld(int vertex) {
        return vertices.get(vertex).isHeld;
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
        return game.scoring().backUp(captured(vertex, move), scores[successors(vertex)[move]]);
    }

    /** Returns the moves of a vertex, best first, and equal ones in the game's order. */
    public List<Integer> bestFirst(int vertex, int[] scores) {
        return IntStream.range(0, successors(vertex).length)
                .boxed()
                .sorted((a, b) -> compare(backUp(vertex, b, scores), backUp(vertex, a, scores)))
                .toList();
    }

    private int compare(int score, int other) {
        return score == other ? 0 : game.scoring().isBetter(score, other) ? 1 : -1;
    }

    /**
     * Returns the score of each vertex for its player to move. In each layer, all vertices start with the score of
     * endless play. A vertex takes the score of its best move, again whenever a move's score has changed. Lower layers
     * must be finished first: otherwise a temporary wrong score could support itself along a cycle.
     */
    public int[] scores() {
        int[] scores = new int[vertices()];
        Arrays.fill(scores, game.scoring().cycleValue());
        int[][] predecessors = predecessors();
        Map<Integer, Deque<Integer>> layers = new TreeMap<>();
        // Moves mostly lead to vertices with higher numbers, so starting with the last vertex avoids most repeated
        // work.
        for (int vertex = vertices() - 1; vertex >= 0; vertex--) {
            layers.computeIfAbsent(game.layer(position(vertex)), layer -> new ArrayDeque<>())
                    .add(vertex);
        }
        layers.forEach((layer, open) -> settle(layer, open, predecessors, scores));
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
                    if (!isOpen[before] && game.layer(position(before)) == layer) {
                        isOpen[before] = true;
                        open.add(before);
                    }
                }
            }
        }
    }

    private int score(int vertex, int[] scores) {
        if (isEnd(vertex)) {
            return game.terminalScore(position(vertex));
        }
        Scoring scoring = game.scoring();
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
