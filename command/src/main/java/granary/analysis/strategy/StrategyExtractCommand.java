package granary.analysis.strategy;

import granary.analysis.graph.Graph;
import granary.analysis.graph.Move;
import granary.builder.InvalidRequestException;
import granary.builder.Units;
import granary.command.kit.OutputFile;
import granary.command.kit.Subcommand;
import granary.command.option.DatabaseOption;
import granary.command.option.PositionArgument;
import granary.database.Database;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes a strategy. */
@Command(
        name = "extract",
        description = "Writes an optimal strategy for the winner, or for the player given with --player.",
        footer = {
            "",
            "Examples:",
            "  granary strategy extract --dir db --out first.txt         from the opening",
            "  granary strategy extract --dir db-chain --out first.txt 9  from the row of nine"
        })
final class StrategyExtractCommand extends Subcommand {
    @Mixin
    private DatabaseOption databaseOption = DatabaseOption.local();

    @Option(
            names = "--player",
            paramLabel = "PLAYER",
            description = "first or second. By default, the winner; in a draw, the first.")
    private String player;

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "The file to write.")
    private Path file;

    @Option(names = "--force", description = "Replace the file if it exists.")
    private boolean force;

    @Mixin
    private PositionArgument positionArgument = new PositionArgument();

    @Override
    protected void run() throws IOException {
        OutputFile target = new OutputFile(file, force);
        try (Database database = databaseOption.open()) {
            int[] start = positionArgument.orOpening(
                    database.game(),
                    () -> database.layers().isEmpty() ? 0 : database.layers().last());
            extract(Strategy.ofTwo(database.game()), database::score, start, target);
        }
    }

    private void extract(Game game, ToIntFunction<int[]> scores, int[] start, OutputFile target) throws IOException {
        String name = Graph.name(game, start);
        if (Move.of(game, start).isEmpty()) {
            throw new InvalidRequestException("there is no move in " + name);
        }
        int score = scores.applyAsInt(start);
        Player whose = player != null ? Player.of(player) : score < 0 ? Player.SECOND : Player.FIRST;
        Strategy strategy = new StrategyExtraction(game, scores).extract(start, whose);
        target.writeText(strategy::write);
        out().println(game.identity() + " from " + name + ": score "
                + game.scoring().text(score)
                + " for the first player; strategy of the " + whose.id() + " with "
                + Units.count(strategy.moves().size()) + " moves in " + file);
    }
}
