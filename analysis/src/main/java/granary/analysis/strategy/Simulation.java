package granary.analysis.strategy;

import granary.analysis.play.Play;
import granary.analysis.play.Step;
import granary.builder.InvalidRequestException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Plays one strategy against another. */
public final class Simulation {
    private final List<String> positions = new ArrayList<>();
    private final boolean isEndless;
    private final int score;

    /**
     * Plays until the game ends or a position comes again with the same player to move.
     *
     * @throws InvalidRequestException when the strategies are not of two players in the same game from the same start
     * @throws granary.builder.CheckFailedException when one has no legal move where it needs one
     * @throws IllegalArgumentException when one names a position that the game does not have
     */
    public Simulation(Play play, Strategy first, Strategy second) {
        if (first.player() != Player.FIRST || second.player() != Player.SECOND) {
            throw new InvalidRequestException("give the strategy of the first player, then that of the second");
        }
        if (!first.identity().equals(second.identity()) || !first.start().equals(second.start())) {
            throw new InvalidRequestException("the strategies are for " + first.identity() + " from " + first.start()
                    + " and for " + second.identity() + " from " + second.start());
        }
        List<Integer> rewards = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        String position = first.start();
        positions.add(position);
        List<Step> steps = play.steps(position);
        while (!steps.isEmpty() && seen.add(positions.size() % 2 + " " + position)) {
            Step step = StrategyTrial.step(positions.size() % 2 == 1 ? first : second, position, steps);
            rewards.add(step.reward());
            position = step.to();
            positions.add(position);
            steps = play.steps(position);
        }
        this.isEndless = !steps.isEmpty();
        int result = isEndless ? play.scoring().cycleValue() : play.terminalScore(position);
        for (int i = rewards.size() - 1; i >= 0; i--) {
            result = play.scoring().backUp(rewards.get(i), result);
        }
        this.score = result;
    }

    /** Returns the positions in the order of play, the start first. */
    public List<String> positions() {
        return positions;
    }

    /** Returns whether play came to a position again, and so would never end. */
    public boolean isEndless() {
        return isEndless;
    }

    /** Returns what the first player got, as the game scores. */
    public int score() {
        return score;
    }
}
