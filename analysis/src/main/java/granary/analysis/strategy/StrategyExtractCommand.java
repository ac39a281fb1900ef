package granary.analysis.strategy;

import granary.analysis.graph.Graph;
import granary.analysis.graph.GraphPlay;
import granary.analysis.graph.GraphReader;
import granary.analysis.graph.GraphSolution;
import granary.analysis.play.GamePlay;
import granary.analysis.play.Play;
import granary.builder.InvalidRequestException;
import granary.builder.Units;
import granary.builder.command.PositionArgument;
import granary.database.Database;
import granary.game.Game;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Makes a strategy. */
@Command(
        name = "extract",
        description = "Writes a strategy that gets the best there is: the winner's, or the player's that is asked for.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  granary strategy extract --dir db --out first.txt              from the only position of the last layer",
            "  granary strategy extract --dir db-chain --out first.txt 9      from the row of nine",
            "  granary strategy extract --graph graph.txt --out first.txt"
        })
final class StrategyExtractCommand implements Callable<Integer>, PositionArgument.User {
    @Spec
    private CommandSpec spec;

    @ArgGroup(multiplicity = "1")
    private Source source = new Source();

    /** Where scores come from. */
    private static final class Source {
        @Option(names = "--dir", required = true, paramLabel = "DIR", description = "The database to take it from.")
        private Path directory;

        @Option(names = "--graph", required = true, paramLabel = "FILE", description = "The graph to take it from.")
        private Path graph;
    }

    @Option(
            names = "--player",
            paramLabel = "PLAYER",
            description = "first or second. By default the winner, and the first in a draw.")
    private String player;

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "The file to write.")
    private Path file;

    @Mixin
    private PositionArgument positionArgument = new PositionArgument();

    @Override
    public PositionArgument positionArgument() {
        return positionArgument;
    }

    @Override
    public Integer call() throws IOException {
        if (source.graph != null) {
            if (positionArgument.isGiven()) {
                throw new InvalidRequestException("a graph names its start; no position is to be given");
            }
            Graph graph = GraphReader.read(source.graph);
            GraphSolution solution = new GraphSolution(graph);
            extract(
                    new GraphPlay(graph),
                    name -> solution.score(graph.number(name)),
                    graph.names().get(0));
        } else {
            try (Database database = Database.open(source.directory)) {
                GamePlay play = PlayOption.ofTwo(database.game());
                String start = play.name(start(database));
                extract(play, name -> database.score(play.position(name)), start);
            }
        }
        return 0;
    }

    private int[] start(Database database) {
        Game game = database.game();
        if (positionArgument.isGiven()) {
            return positionArgument.of(game);
        }
        int layer = database.layers().isEmpty() ? 0 : database.layers().last();
        if (game.size(layer) != 1) {
            throw new InvalidRequestException("say from which position play begins, as in 'granary games'");
        }
        int[] position = new int[game.cells()];
        game.unrank(layer, 0, position);
        return position;
    }

    private void extract(Play play, ToIntFunction<String> scores, String start) throws IOException {
        if (play.steps(start).isEmpty()) {
            throw new InvalidRequestException("there is no move in " + start);
        }
        int score = scores.applyAsInt(start);
        Player whose = player != null ? Player.of(player) : score < 0 ? Player.SECOND : Player.FIRST;
        Strategy strategy = new StrategyExtraction(play, scores).extract(start, whose);
        StrategyFile.write(strategy, file);
        PrintWriter out = spec.commandLine().getOut();
        out.println(
                play.identity() + " from " + start + ": score " + play.scoring().text(score)
                        + " for the first player; strategy of the " + whose.id() + " with "
                        + Units.count(strategy.moves().size()) + " moves in " + file);
        out.flush();
    }
}
