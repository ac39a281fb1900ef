package granary.analysis.play;

import granary.game.Game;
import granary.game.Scoring;
import java.util.ArrayList;
import java.util.List;

/** A registered game. A position's name is its words ({@link Game#words}) with slashes between them: {@code 3/3/1}. */
public final class GamePlay implements Play {
    private static final String BETWEEN = "/";

    private final Game game;

    /** Makes the play of a game. */
    public GamePlay(Game game) {
        this.game = game;
    }

    /** Returns the name of a position. */
    public String name(int[] position) {
        return String.join(BETWEEN, game.words(position));
    }

    /**
     * Returns the position of a name.
     *
     * @throws IllegalArgumentException with the reason when there is none
     */
    public int[] position(String name) {
        return game.parse(name.split(BETWEEN, -1));
    }

    @Override
    public String identity() {
        return game.identity();
    }

    @Override
    public List<Step> steps(String position) {
        List<Step> steps = new ArrayList<>();
        game.moves(position(position), (move, reward, successor) -> steps.add(new Step(name(successor), reward)));
        return steps;
    }

    /** {@inheritDoc} The layer. */
    @Override
    public int level(String position) {
        return game.layer(position(position));
    }

    @Override
    public int terminalScore(String position) {
        return game.terminalScore(position(position));
    }

    @Override
    public Scoring scoring() {
        return game.scoring();
    }
}
