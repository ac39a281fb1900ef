package granary.analysis.strategy;

import granary.analysis.play.Play;
import granary.analysis.play.Step;
import granary.builder.CheckFailedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * The positions that play reaches when one player is held to some of his moves. A position counts twice when either player
 * may be to move in it. Numbered in the order of discovery, the start is 0.
 */
final class States {
    private static final int MAX = 5_000_000;

    /** A position, and whether the player who is held to his moves is to move. */
    private record State(String position, boolean own) {}

    private final Play play;
    private final Map<State, Integer> numbers = new HashMap<>();
    private final List<State> states = new ArrayList<>();
    private final List<int[]> successors = new ArrayList<>();
    private final List<int[]> rewards = new ArrayList<>();

    /**
     * Explores.
     *
     * @param ownFirst whether the player who is held is the first to move
     * @param kept of a position and its moves, the moves that player is held to
     * @throws CheckFailedException when there are too many positions
     */
    States(Play play, String start, boolean ownFirst, BiFunction<String, List<Step>, List<Step>> kept) {
        this.play = play;
        number(new State(start, ownFirst));
        for (int i = 0; i < states.size(); i++) {
            State state = states.get(i);
            List<Step> all = play.steps(state.position);
            List<Step> steps = state.own && !all.isEmpty() ? kept.apply(state.position, all) : all;
            successors.add(steps.stream()
                    .mapToInt(step -> number(new State(step.to(), !state.own)))
                    .toArray());
            rewards.add(steps.stream().mapToInt(Step::reward).toArray());
        }
    }

    private int number(State state) {
        Integer known = numbers.get(state);
        if (known != null) {
            return known;
        }
        if (states.size() == MAX) {
            throw new CheckFailedException("more than " + MAX + " positions are reached; begin from a smaller one");
        }
        numbers.put(state, states.size());
        states.add(state);
        return states.size() - 1;
    }

    /** Returns how many states there are. */
    int count() {
        return states.size();
    }

    /** Returns the name of a state's position. */
    String position(int state) {
        return states.get(state).position;
    }

    /** Returns whether the player who is held is to move. */
    boolean isOwn(int state) {
        return states.get(state).own;
    }

    /** Returns the states that moves lead to; not to be changed. */
    int[] successors(int state) {
        return successors.get(state);
    }

    /** Returns what the moves bring, in the same order; not to be changed. */
    int[] rewards(int state) {
        return rewards.get(state);
    }

    /**
     * Returns the score of each state for its player to move. Level by level, from all endless, each state takes the best
     * of its moves over and over until nothing changes. Begun before the levels below are done, a score that only seemed
     * right for a while could live on by going round in a circle.
     */
    int[] scores() {
        int[] scores = new int[count()];
        Arrays.fill(scores, play.scoring().cycleValue());
        Map<Integer, List<Integer>> byLevel = new TreeMap<>();
        // Play leads on to states found later, so beginning with the last needs few rounds.
        for (int state = count() - 1; state >= 0; state--) {
            byLevel.computeIfAbsent(play.level(position(state)), level -> new ArrayList<>())
                    .add(state);
        }
        byLevel.values().forEach(level -> settle(level, scores));
        return scores;
    }

    private void settle(List<Integer> level, int[] scores) {
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int state : level) {
                int score = score(state, scores);
                changed |= score != scores[state];
                scores[state] = score;
            }
        }
    }

    private int score(int state, int[] scores) {
        int best = bestMove(state, scores);
        return best < 0 ? play.terminalScore(position(state)) : backUp(state, best, scores);
    }

    /** Returns the index of a state's best move, the first of equal ones, or -1 when there is none. */
    int bestMove(int state, int[] scores) {
        int best = -1;
        for (int move = 0; move < successors(state).length; move++) {
            if (best < 0 || play.scoring().isBetter(backUp(state, move, scores), backUp(state, best, scores))) {
                best = move;
            }
        }
        return best;
    }

    /** Returns the score of a move. */
    int backUp(int state, int move, int[] scores) {
        return play.scoring().backUp(rewards(state)[move], scores[successors(state)[move]]);
    }
}
