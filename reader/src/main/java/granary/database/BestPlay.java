package granary.database;

import granary.game.Game;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Best play by both sides that realizes the score.
 *
 * <p>Any best move keeps the score. But where scores tell no distance, as in awari, best moves may go in circles and never
 * capture. With distances, the first best move makes progress. Without them, the line follows the shortest path of best moves
 * out of the layer. Such a path exists unless the score is the cycle value: the side that gains can force its way out by best
 * moves, and any best reply of the other side is on such a path.
 */
final class BestPlay {
    private final Database database;
    private final Game game;

    BestPlay(Database database) {
        this.database = database;
        this.game = database.game();
    }

    Line line(int[] position) {
        List<ScoredMove> line = new ArrayList<>();
        Set<IntBuffer> seen = new HashSet<>();
        int[] current = position.clone();
        while (seen.add(IntBuffer.wrap(current))) {
            List<ScoredMove> best = database.bestMoves(current);
            if (best.isEmpty()) {
                return new Line(line, Line.End.GAME_OVER);
            }
            line.addAll(mayCircle(best.get(0)) ? shortestConversion(current) : best.subList(0, 1));
            current = line.get(line.size() - 1).successor();
        }
        return new Line(line, Line.End.REPETITION);
    }

    /** Returns whether a position with this first move needs the search, because best moves may lead back to it. */
    private boolean mayCircle(ScoredMove first) {
        return first.distance() == ScoredMove.NO_DISTANCE
                && !game.scoring().tellsDistance()
                && first.score() != game.scoring().cycleValue();
    }

    /**
     * Returns the shortest line of best moves to another layer or to the end of the game. If there is none, the scores are wrong,
     * and this returns the first best move.
     */
    private List<ScoredMove> shortestConversion(int[] start) {
        int layer = game.layer(start);
        Map<IntBuffer, int[]> reachedFrom = new HashMap<>();
        Map<IntBuffer, ScoredMove> reachedBy = new HashMap<>();
        reachedFrom.put(IntBuffer.wrap(start), start);
        List<int[]> next;
        for (List<int[]> positions = List.of(start); !positions.isEmpty(); positions = next) {
            database.fetch(positions);
            next = new ArrayList<>();
            for (int[] position : positions) {
                List<ScoredMove> best = game.layer(position) == layer ? database.bestMoves(position) : List.of();
                if (best.isEmpty()) {
                    return way(reachedFrom, reachedBy, position);
                }
                for (ScoredMove move : best) {
                    IntBuffer successor = IntBuffer.wrap(move.successor());
                    if (reachedFrom.putIfAbsent(successor, position) == null) {
                        reachedBy.put(successor, move);
                        next.add(move.successor());
                    }
                }
            }
        }
        return database.bestMoves(start).subList(0, 1);
    }

    private static List<ScoredMove> way(
            Map<IntBuffer, int[]> reachedFrom, Map<IntBuffer, ScoredMove> reachedBy, int[] end) {
        List<ScoredMove> way = new ArrayList<>();
        IntBuffer at = IntBuffer.wrap(end);
        while (reachedBy.containsKey(at)) {
            way.add(0, reachedBy.get(at));
            at = IntBuffer.wrap(reachedFrom.get(at));
        }
        return way;
    }
}
