package granary.analysis.strategy;

import granary.analysis.graph.Graph;
import granary.analysis.graph.Move;
import granary.builder.InvalidRequestException;
import granary.game.Game;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A game of one strategy against another.
 *
 * @param positions the positions in the order of play, the start first
 * @param isEndless whether a position repeated, so that play would never end
 * @param score the score of the first player
 */
record Simulation(List<String> positions, boolean isEndless, int score) {
    /**
     * Plays until the game ends or a position repeats with the same player to move.
     *
     * @throws InvalidRequestException when the strategies are not of two players in the same game from the same start
     * @throws granary.builder.CheckFailedException when a strategy lacks a legal move that it needs
     * @throws IllegalArgumentException when a strategy names a position that the game does not have
     */
    static Simulation of(Game game, Strategy first, Strategy second) {
        if (first.player() != Player.FIRST || second.player() != Player.SECOND) {
            throw new InvalidRequestException("give the strategy of the first player, then that of the second");
        }
        if (!first.identity().equals(second.identity()) || !first.start().equals(second.start())) {
            throw new InvalidRequestException("the strategies are for " + first.identity() + " from " + first.start()
                    + " and for " + second.identity() + " from " + second.start());
        }
        List<String> positions = new ArrayList<>();
        List<Integer> captures = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        int[] position = game.notation().parse(first.start());
        positions.add(Graph.name(game, position));
        List<Move> moves = Move.of(game, position);
        while (!moves.isEmpty() && seen.add(positions.size() % 2 + " " + Graph.name(game, position))) {
            Move move = (positions.size() % 2 == 1 ? first : second).move(game, position, moves);
            captures.add(move.captured());
            position = move.successor();
            positions.add(Graph.name(game, position));
            moves = Move.of(game, position);
        }
        boolean isEndless = !moves.isEmpty();
        int score = isEndless ? game.scoring().cycleValue() : game.terminalScore(position);
        for (int captured : captures.reversed()) {
            score = game.scoring().backUp(captured, score);
        }
        return new Simulation(positions, isEndless, score);
    }
}
