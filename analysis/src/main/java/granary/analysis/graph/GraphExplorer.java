package granary.analysis.graph;

import granary.analysis.play.GamePlay;
import granary.analysis.play.Step;
import granary.game.Game;
import granary.games.WinLoss;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes the graph of all positions that play reaches from one. */
public final class GraphExplorer {
    private final Game game;
    private final GamePlay play;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();

    private GraphExplorer(Game game) {
        this.game = game;
        this.play = new GamePlay(game);
    }

    /** Returns how many positions the graph can have at most: all of the layer of its start and of those below. */
    public static long maxVertices(Game game, int[] start) {
        long sum = game.offset(start) == Game.NOT_STORED ? 1 : 0;
        for (int layer = 0; layer <= game.layer(start); layer++) {
            sum += game.size(layer);
        }
        return sum;
    }

    /** Explores in the order of discovery, in memory. */
    public static Graph explore(Game game, int[] start) {
        return new GraphExplorer(game).explore(start);
    }

    private Graph explore(int[] start) {
        number(play.name(start));
        List<int[]> successors = new ArrayList<>();
        for (int vertex = 0; vertex < names.size(); vertex++) {
            successors.add(play.steps(names.get(vertex)).stream()
                    .map(Step::to)
                    .mapToInt(this::number)
                    .distinct()
                    .toArray());
        }
        return new Graph(names, successors.toArray(int[][]::new), lastMove());
    }

    private int number(String name) {
        return numbers.computeIfAbsent(name, unseen -> {
            names.add(unseen);
            return names.size() - 1;
        });
    }

    private Graph.LastMove lastMove() {
        if (!(game.scoring() instanceof WinLoss)) {
            return null;
        }
        return game.scoring().backUp(0, 0) > 0 ? Graph.LastMove.WINS : Graph.LastMove.LOSES;
    }
}
