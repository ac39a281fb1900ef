package granary.testing;

import granary.game.Game;
import granary.game.PositionIterator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Solves a game the plain way: every position begins as endless and takes the best of its moves, over and over, until
 * nothing changes. It knows positions by their cells alone, so that it shares no rank, no order of solving and no
 * retrograde step with what it is compared to.
 */
public final class ValueIteration {
    private final Game game;
    private final Map<List<Integer>, Integer> ids = new HashMap<>();
    private final List<int[]> positions = new ArrayList<>();
    private final List<int[]> rewards = new ArrayList<>();
    private final List<int[]> successors = new ArrayList<>();
    private int[] scores = new int[0];

    /** Solves the layers 0 .. lastLayer. */
    public ValueIteration(Game game, int lastLayer) {
        this.game = game;
        for (int layer = 0; layer <= lastLayer; layer++) {
            solve(layer);
        }
    }

    private void solve(int layer) {
        int first = positions.size();
        int[] position = new int[game.cells()];
        for (PositionIterator all = game.iterate(layer, 0); all.next(position); ) {
            ids.put(key(position), positions.size());
            positions.add(position.clone());
        }
        for (int id = first; id < positions.size(); id++) {
            addMoves(positions.get(id));
        }
        scores = Arrays.copyOf(scores, positions.size());
        Arrays.fill(scores, first, scores.length, game.scoring().cycleValue());
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int id = first; id < scores.length; id++) {
                int score = best(id);
                changed |= score != scores[id];
                scores[id] = score;
            }
        }
    }

    private void addMoves(int[] position) {
        List<Integer> rewarded = new ArrayList<>();
        List<Integer> reached = new ArrayList<>();
        game.moves(position, (move, reward, successor) -> {
            rewarded.add(reward);
            reached.add(id(successor));
        });
        rewards.add(rewarded.stream().mapToInt(Integer::intValue).toArray());
        successors.add(reached.stream().mapToInt(Integer::intValue).toArray());
    }

    private int best(int id) {
        int[] reached = successors.get(id);
        if (reached.length == 0) {
            return game.terminalScore(positions.get(id));
        }
        int best = backUp(id, 0);
        for (int i = 1; i < reached.length; i++) {
            int score = backUp(id, i);
            if (game.scoring().isBetter(score, best)) {
                best = score;
            }
        }
        return best;
    }

    private int backUp(int id, int move) {
        return game.scoring().backUp(rewards.get(id)[move], scores[successors.get(id)[move]]);
    }

    private int id(int[] position) {
        Integer id = ids.get(key(position));
        if (id == null) {
            throw new IllegalArgumentException("not in a solved layer: " + Arrays.toString(position));
        }
        return id;
    }

    private static List<Integer> key(int[] position) {
        Integer[] cells = new Integer[position.length];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = position[i];
        }
        return Arrays.asList(cells);
    }

    /** Returns the score of a position of the solved layers. */
    public int score(int[] position) {
        return scores[id(position)];
    }

    /** Returns the scores of a position's moves by number; it may be one without a place in a layer. */
    public Map<Integer, Integer> moveScores(int[] position) {
        Map<Integer, Integer> all = new HashMap<>();
        game.moves(
                position,
                (move, reward, successor) -> all.put(move, game.scoring().backUp(reward, score(successor))));
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
