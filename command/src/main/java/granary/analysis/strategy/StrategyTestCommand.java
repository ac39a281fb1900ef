package granary.analysis.strategy;

import granary.analysis.graph.Graph;
import granary.builder.CheckFailedException;
import granary.builder.Units;
import granary.command.kit.Subcommand;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Tests a strategy against every reply. */
@Command(
        name = "test",
        description =
                "Plays a strategy against every reply. If the strategy does not always win, prints a game and exits with 1.")
final class StrategyTestCommand extends Subcommand {
    @Parameters(paramLabel = "FILE", description = "The strategy.")
    private Path file;

    @Override
    protected void run() throws IOException {
        Strategy strategy = Strategy.read(file);
        Game game = strategy.game();
        Trial result = Trial.of(game, strategy);
        String score = game.scoring().text(result.score());
        if (result.score() <= 0) {
            throw new CheckFailedException("the strategy does not win: it gets " + score + " in " + result.line());
        }
        out().println("wins against every reply, with a score of " + score + " at least; "
                + Units.count(result.positions()) + " positions are possible");
    }

    /**
     * A strategy played against every reply.
     *
     * @param score the least score that the strategy's player gets
     * @param positions the number of positions that any replies can lead to
     * @param line the game against the best replies, in words
     */
    record Trial(int score, int positions, String line) {
        private static final int MOVES_SHOWN = 30;

        /**
         * Finds a strategy's score against the best replies, by playing all replies.
         *
         * @throws granary.builder.CheckFailedException when the strategy lacks a move that it needs, or has an illegal one
         * @throws IllegalArgumentException when the strategy names a position that the game does not have
         */
        static Trial of(Game game, Strategy strategy) {
            boolean isFirst = strategy.player() == Player.FIRST;
            Graph graph = Graph.restricted(
                    game,
                    game.notation().parse(strategy.start()),
                    isFirst,
                    (position, moves) -> List.of(strategy.move(game, position, moves)));
            int[] scores = graph.scores();
            return new Trial(isFirst ? scores[0] : -scores[0], graph.vertices(), line(graph, scores));
        }

        private static String line(Graph graph, int[] scores) {
            StringJoiner line = new StringJoiner(" -> ");
            Set<Integer> seen = new HashSet<>();
            int vertex = 0;
            while (true) {
                line.add(graph.name(vertex));
                if (graph.isEnd(vertex)) {
                    return line.toString();
                }
                if (!seen.add(vertex) || seen.size() > MOVES_SHOWN) {
                    return line.add("and so on").toString();
                }
                vertex =
                        graph.successors(vertex)[graph.bestFirst(vertex, scores).get(0)];
            }
        }
    }
}
