package granary.analysis.strategy;

import granary.builder.CheckFailedException;
import granary.builder.Units;
import granary.command.kit.Subcommand;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Tests a strategy against every reply. */
@Command(
        name = "test",
        description =
                "Plays a strategy against every reply. If the strategy does not always win, prints a game and exits with 1.")
final class StrategyTestCommand extends Subcommand {
    @Parameters(paramLabel = "FILE", description = "The strategy.")
    private Path file;

    @Mixin
    private PlayOption playOption = new PlayOption();

    @Override
    protected void run() throws IOException {
        Strategy strategy = Strategy.read(file);
        Game game = playOption.of(strategy);
        StrategyTrial result = StrategyTrial.of(game, strategy);
        String score = game.scoring().text(result.score());
        if (result.score() <= 0) {
            throw new CheckFailedException("the strategy does not win: it gets " + score + " in " + result.line());
        }
        out().println("wins against every reply, with a score of " + score + " at least; "
                + Units.count(result.positions()) + " positions are possible");
    }
}
