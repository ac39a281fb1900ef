package granary.analysis.strategy;

import granary.analysis.play.Play;
import granary.analysis.play.Step;
import granary.builder.CheckFailedException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;

/** Plays a strategy against every reply. */
public final class StrategyTrial {
    private static final int MOVES_SHOWN = 30;

    private final Play play;
    private final Strategy strategy;

    /** Makes the test of a strategy. */
    public StrategyTrial(Play play, Strategy strategy) {
        this.play = play;
        this.strategy = strategy;
    }

    /**
     * What a test found.
     *
     * @param score what the strategy's player gets at least, as the game scores
     * @param positions how many positions can come up
     * @param line a line of best replies, for a person
     */
    public record Result(int score, int positions, String line) {}

    /**
     * Finds what the strategy is worth against the best replies, having looked at all.
     *
     * @throws CheckFailedException when it has no move where it needs one, or one that is not legal
     * @throws IllegalArgumentException when it names a position that the game does not have
     */
    public Result run() {
        States states = new States(play, strategy.start(), strategy.player() == Player.FIRST, this::move);
        int[] scores = states.scores();
        int score = strategy.player() == Player.FIRST ? scores[0] : -scores[0];
        return new Result(score, states.count(), line(states, scores));
    }

    private List<Step> move(String position, List<Step> steps) {
        return List.of(step(strategy, position, steps));
    }

    /** Returns a strategy's move in a position. */
    static Step step(Strategy strategy, String position, List<Step> steps) {
        String to = strategy.move(position)
                .orElseThrow(() -> new CheckFailedException(
                        "the strategy of the " + strategy.player().id() + " player has no move in " + position));
        return steps.stream()
                .filter(step -> step.to().equals(to))
                .findFirst()
                .orElseThrow(() -> new CheckFailedException(
                        "the strategy of the " + strategy.player().id() + " player goes from " + position + " to " + to
                                + ", and no move does"));
    }

    private static String line(States states, int[] scores) {
        StringJoiner line = new StringJoiner(" -> ");
        Set<Integer> seen = new HashSet<>();
        int state = 0;
        while (true) {
            line.add(states.position(state));
            int best = states.bestMove(state, scores);
            if (best < 0) {
                return line.toString();
            }
            if (!seen.add(state) || seen.size() > MOVES_SHOWN) {
                return line.add("and so on").toString();
            }
            state = states.successors(state)[best];
        }
    }
}
