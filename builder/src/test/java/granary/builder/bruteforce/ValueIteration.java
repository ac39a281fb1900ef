package granary.builder.bruteforce;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The scores of all boards up to some number of seeds, straight from the definition: the score of a game that is broken
 * off after d moves with nothing for either side, for d = 0, 1, 2 ... until it no longer depends on d.
 */
final class ValueIteration {
    private final Map<Board, Integer> scores = new HashMap<>();

    ValueIteration(Rules rules, int pits, int topSeeds) {
        // Seeds never come back to the board, so boards with fewer are done before those with more.
        for (int seeds = 0; seeds <= topSeeds; seeds++) {
            iterate(rules, Board.all(pits, seeds));
        }
    }

    private void iterate(Rules rules, List<Board> boards) {
        Map<Board, List<Rules.Move>> movesOf = new HashMap<>();
        for (Board board : boards) {
            List<Rules.Move> moves = rules.legalMoves(board);
            if (moves.isEmpty()) {
                scores.put(board, rules.endOfGame(board));
            } else {
                scores.put(board, 0);
                movesOf.put(board, moves);
            }
        }
        Map<Board, Integer> deeper = new HashMap<>();
        do {
            scores.putAll(deeper);
            movesOf.forEach((board, moves) -> deeper.put(board, best(moves)));
        } while (!scores.entrySet().containsAll(deeper.entrySet()));
    }

    private int best(List<Rules.Move> moves) {
        return moves.stream()
                .mapToInt(move -> move.captured() - scores.get(move.next()))
                .max()
                .orElseThrow();
    }

    Map<Board, Integer> scores() {
        return scores;
    }
}
