package granary.analysis.strategy;

import granary.analysis.graph.GraphReader;
import granary.builder.InvalidRequestException;
import granary.game.Game;
import granary.game.Games;
import granary.games.ShortestPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/**
 * The option {@code --graph}: the graph that strategies are for. Without the option, they are for the game that they
 * name.
 */
final class PlayOption {
    @Option(names = "--graph", paramLabel = "FILE", description = "The graph that the strategy is for, in text.")
    private Path graph;

    /**
     * Returns the game of a strategy.
     *
     * @throws InvalidRequestException when the strategy is for another game, or names a start that the game does not have
     */
    Game of(Strategy strategy) throws IOException {
        String[] words = strategy.identity().split(" ", -1);
        if ((graph != null) != words[0].equals("graph")) {
            throw new InvalidRequestException("the strategy is for " + strategy.identity()
                    + (graph == null ? "; give the graph with --graph" : ", not for a graph"));
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            parameters.put(words[i].substring(0, Math.max(0, equals)), words[i].substring(equals + 1));
        }
        try {
            Game game = graph != null ? GraphReader.read(graph) : ofTwo(Games.create(words[0], parameters));
            game.notation().parse(strategy.start());
            return game;
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException(e.getMessage(), e);
        }
    }

    /**
     * Returns a game.
     *
     * @throws InvalidRequestException when the game is for one player
     */
    static Game ofTwo(Game game) {
        if (game.scoring() instanceof ShortestPath) {
            throw new InvalidRequestException(game.type().id() + " is for one player; strategies are for two");
        }
        return game;
    }
}
