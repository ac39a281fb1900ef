package granary.testing;

import granary.game.Game;
import granary.game.PositionIterator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Solves any game the plain way, as {@code granary.plain} does awari: every position begins as endless and takes the best of its moves,
 * over and over, until nothing changes. It knows positions by their cells alone, so that it shares no rank, no order of solving and
 * no retrograde step with what it is compared to.
 */
public final class ValueIteration {
    private record Edge(int captured, int successor) {}

    private final Game game;
    private final Map<List<Integer>, Integer> ids = new HashMap<>();
    private final List<int[]> positions = new ArrayList<>();
    private final List<List<Edge>> moves = new ArrayList<>();
    private final List<Integer> scores = new ArrayList<>();

    /** Solves the layers 0 .. lastLayer. */
    public ValueIteration(Game game, int lastLayer) {
        this.game = game;
        for (int layer = 0; layer <= lastLayer; layer++) {
            int first = positions.size();
            int[] position = new int[game.cells()];
            for (PositionIterator all = game.iterate(layer, 0); all.next(position); ) {
                ids.put(Arrays.stream(position).boxed().toList(), positions.size());
                positions.add(position.clone());
                scores.add(game.scoring().cycleValue());
            }
            for (int[] added : positions.subList(first, positions.size())) {
                List<Edge> edges = new ArrayList<>();
                game.moves(added, (move, captured, successor) -> edges.add(new Edge(captured, id(successor))));
                moves.add(edges);
            }
            for (boolean changed = true; changed; ) {
                changed = false;
                for (int id = first; id < positions.size(); id++) {
                    int score = moves.get(id).isEmpty() ? game.terminalScore(positions.get(id)) : best(id);
                    changed |= scores.set(id, score) != score;
                }
            }
        }
    }

    private int best(int id) {
        int best = 0;
        boolean isFirst = true;
        for (Edge edge : moves.get(id)) {
            int score = game.scoring().backUp(edge.captured, scores.get(edge.successor));
            best = isFirst || game.scoring().isBetter(score, best) ? score : best;
            isFirst = false;
        }
        return best;
    }

    private int id(int[] position) {
        Integer id = ids.get(Arrays.stream(position).boxed().toList());
        if (id == null) {
            throw new IllegalArgumentException("not in a solved layer: " + Arrays.toString(position));
        }
        return id;
    }

    /** Returns the score of a position of the solved layers. */
    public int score(int[] position) {
        return scores.get(id(position));
    }

    /** Returns the scores of a position's moves by number; it may be one without a place in a layer. */
    public Map<Integer, Integer> moveScores(int[] position) {
        Map<Integer, Integer> all = new HashMap<>();
        game.moves(
                position,
                (move, captured, successor) -> all.put(move, game.scoring().backUp(captured, score(successor))));
        return all;
    }

    /** Returns the score of a position that has a move, from its moves. */
    public int scoreByMoves(int[] position) {
        return moveScores(position).values().stream()
                .reduce((a, b) -> game.scoring().isBetter(b, a) ? b : a)
                .orElseThrow();
    }

    /** Returns the positions of the solved layers, by ascending layer and rank. */
    public List<int[]> positions() {
        return positions;
    }
}
