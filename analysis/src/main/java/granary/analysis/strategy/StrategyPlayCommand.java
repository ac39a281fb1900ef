package granary.analysis.strategy;

import granary.analysis.play.Play;
import granary.builder.InvalidRequestException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Plays two strategies against each other. */
@Command(
        name = "play",
        description = "Plays one strategy against another and prints the game move by move.",
        mixinStandardHelpOptions = true)
final class StrategyPlayCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "FIRST", description = "The strategy of the first player.")
    private Path first;

    @Parameters(index = "1", paramLabel = "SECOND", description = "The strategy of the second player.")
    private Path second;

    @Mixin
    private PlayOption playOption = new PlayOption();

    @Override
    public Integer call() throws IOException {
        Strategy one = StrategyFile.read(first);
        Play play = playOption.of(one);
        Simulation game = play(play, one, StrategyFile.read(second));
        PrintWriter out = spec.commandLine().getOut();
        List<String> positions = game.positions();
        out.println("start: " + positions.get(0));
        for (int move = 1; move < positions.size(); move++) {
            String player = (move % 2 == 1 ? Player.FIRST : Player.SECOND).id();
            out.println(move + ". " + player + ": " + positions.get(move));
        }
        out.println((game.isEndless() ? "the position has come before, and so on without end: " : "")
                + (game.score() > 0 ? "the first player wins" : game.score() < 0 ? "the second player wins" : "a draw")
                + ", score " + play.scoring().text(game.score()) + " for the first");
        out.flush();
        return 0;
    }

    private static Simulation play(Play play, Strategy one, Strategy other) {
        try {
            return new Simulation(play, one, other);
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException(e.getMessage(), e);
        }
    }
}
