package granary.builder.bruteforce;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The distances to conversion of all boards, straight from the definition: in round d those boards are found from which
 * the side that gains can bring about a capture or the end of the game in d moves and not sooner, both sides playing
 * best moves only, the other side to delay it.
 */
final class Distances {
    private final Map<Board, Integer> scores;
    private final Map<Board, Integer> distances = new HashMap<>();

    /**
     * Finds all distances.
     *
     * @param scores the score of every board that can be come to
     */
    Distances(Rules rules, Map<Board, Integer> scores) {
        this.scores = scores;
        Map<Board, List<Rules.Move>> left = new HashMap<>();
        scores.forEach((board, score) -> {
            List<Rules.Move> best = rules.legalMoves(board).stream()
                    .filter(move -> move.captured() - scores.get(move.next()) == score)
                    .toList();
            if (score == 0 || best.isEmpty()) {
                distances.put(board, 0);
            } else {
                left.put(board, best);
            }
        });
        List<Board> found = converting(left);
        for (int round = 1; !found.isEmpty(); round++) {
            for (Board board : found) {
                distances.put(board, round);
                left.remove(board);
            }
            found = converting(left);
        }
    }

    private List<Board> converting(Map<Board, List<Rules.Move>> left) {
        return left.entrySet().stream()
                .filter(entry -> converts(entry.getKey(), entry.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private boolean converts(Board board, List<Rules.Move> best) {
        return scores.get(board) > 0
                ? best.stream().anyMatch(this::convertsAtOnceOrIsKnownTo)
                : best.stream().allMatch(this::convertsAtOnceOrIsKnownTo);
    }

    private boolean convertsAtOnceOrIsKnownTo(Rules.Move move) {
        return move.captured() > 0 || distances.containsKey(move.next());
    }

    /** Returns the distance of every board; those without one, which would be an error, are missing. */
    Map<Board, Integer> distances() {
        return distances;
    }
}
