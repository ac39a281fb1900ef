package granary.analysis.strategy;

import granary.command.kit.Subcommand;
import granary.game.Game;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Plays two strategies against each other. */
@Command(name = "play", description = "Plays one strategy against another and prints the game move by move.")
final class StrategyPlayCommand extends Subcommand {
    @Parameters(index = "0", paramLabel = "FIRST", description = "The strategy of the first player.")
    private Path first;

    @Parameters(index = "1", paramLabel = "SECOND", description = "The strategy of the second player.")
    private Path second;

    @Mixin
    private PlayOption playOption = new PlayOption();

    @Override
    protected void run() throws IOException {
        Strategy one = Strategy.read(first);
        Game game = playOption.of(one);
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
}
