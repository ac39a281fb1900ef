package granary.analysis.graph;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A finite game of two players as a directed graph: each vertex a position, each edge a move. Vertices are numbered from
 * 0, by which play starts; those without an edge are the ends. Immutable.
 */
public final class Graph {
    /** What the last move of a game means to the player who makes it. */
    public enum LastMove {
        WINS,
        LOSES
    }

    private final List<String> names;
    private final int[][] successors;
    private final LastMove lastMove;
    private final Map<String, Integer> numbers = new LinkedHashMap<>();

    /**
     * Makes a graph.
     *
     * @param names the vertices' names, all different, the start first
     * @param successors for each vertex the numbers of those that a move leads to; not changed any more
     * @param lastMove who wins, or null when the graph does not tell
     */
    Graph(List<String> names, int[][] successors, LastMove lastMove) {
        this.names = List.copyOf(names);
        this.successors = successors;
        this.lastMove = lastMove;
        for (int i = 0; i < names.size(); i++) {
            numbers.put(names.get(i), i);
        }
    }

    /** Returns the vertices' names by number. */
    public List<String> names() {
        return names;
    }

    /** Returns the number of a vertex, or -1 when there is none of that name. */
    public int number(String name) {
        return numbers.getOrDefault(name, -1);
    }

    /** Returns the number of vertices. */
    public int vertices() {
        return successors.length;
    }

    /** Returns the number of edges. */
    public long edges() {
        return Arrays.stream(successors).mapToLong(all -> all.length).sum();
    }

    /** Returns how many moves a vertex has. */
    int degree(int vertex) {
        return successors[vertex].length;
    }

    /** Returns the vertex that a move leads to. */
    int successor(int vertex, int move) {
        return successors[vertex][move];
    }

    /** Returns whether the game ends at a vertex. */
    public boolean isEnd(int vertex) {
        return successors[vertex].length == 0;
    }

    /** Returns who wins, or null when the graph does not tell. */
    public LastMove lastMove() {
        return lastMove;
    }
}
