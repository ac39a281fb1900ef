package granary.analysis.strategy;

import granary.analysis.graph.Graph;
import granary.analysis.graph.Move;
import granary.builder.InvalidRequestException;
import granary.command.kit.Subcommand;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Plays two strategies against each other. */
@Command(name = "play", description = "Plays one strategy against another and prints the game move by move.")
final class StrategyPlayCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "FIRST", description = "The strategy of the first player.")
    private Path first;

    @Parameters(index = "1", paramLabel = "SECOND", description = "The strategy of the second player.")
    private Path second;

    @Override
    protected void run() throws IOException {
        Strategy one = Strategy.read(first);
        Game game = one.game();
        Simulation simulation = Simulation.of(game, one, Strategy.read(second));
        List<String> positions = simulation.positions();
        out().println("start: " + positions.get(0));
        for (int move = 1; move < positions.size(); move++) {
            String player = (move % 2 == 1 ? Player.FIRST : Player.SECOND).id();
            out().println(move + ". " + player + ": " + positions.get(move));
        }
        out().println((simulation.isEndless() ? "the position has been on the board before, so play never ends: " : "")
                + (simulation.score() > 0
                        ? "the first player wins"
                        : simulation.score() < 0 ? "the second player wins" : "a draw")
                + ", score " + game.scoring().text(simulation.score()) + " for the first");
    }

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
                throw new InvalidRequestException("the strategies are for " + first.identity() + " from "
                        + first.start() + " and for " + second.identity() + " from " + second.start());
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
}
