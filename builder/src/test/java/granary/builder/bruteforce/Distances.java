package granary.builder.bruteforce;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The distances to conversion of all boards, straight from the definition: in round d those boards are found from which
 * the side that gains can bring about a capture or the end of the game in d moves and not sooner, both sides playing
 * best moves only, the other side to delay it.
 */
final class Distances {
    private final Rules rules;
    private final Map<Board, Integer> scores;
    private final Map<Board, Integer> distances = new HashMap<>();

    /**
     * Finds all distances.
     *
     * @param scores the score of every board that can be come to
     */
    Distances(Rules rules, Map<Board, Integer> scores) {
        this.rules = rules;
        this.scores = scores;
        List<Board> left = new ArrayList<>();
        for (Board board : scores.keySet()) {
            if (scores.get(board) == 0 || rules.legalMoves(board).isEmpty()) {
                distances.put(board, 0);
            } else {
                left.add(board);
            }
        }
        List<Board> found = left.stream().filter(this::converts).toList();
        for (int round = 1; !found.isEmpty(); round++) {
            for (Board board : found) {
                distances.put(board, round);
            }
            left.removeIf(distances::containsKey);
            found = left.stream().filter(this::converts).toList();
        }
    }

    private boolean converts(Board board) {
        List<Rules.Move> best = rules.legalMoves(board).stream()
                .filter(move -> move.captured() - scores.get(move.next()) == scores.get(board))
                .toList();
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
