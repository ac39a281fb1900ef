package granary.analysis.strategy;

import granary.analysis.play.Play;
import granary.analysis.play.Step;
import granary.game.Scoring;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * Makes strategies from scores. A strategy has a best move for each position that can come up against it.
 *
 * <p>Where positions come again, a best move need not get anywhere: a player could put off his win for ever. So of the
 * best moves one is taken that leads nearer to the end, to a capture, or to where endless play is no worse. The measure
 * of near counts moves against the best replies; a worse reply betters the score, which it cannot do without end.
 */
public final class StrategyExtraction {
    private static final int FAR = Integer.MAX_VALUE - 1;

    private final Play play;
    private final ToIntFunction<String> scores;

    /**
     * Makes an extraction.
     *
     * @param scores the score of each position for its player to move
     */
    public StrategyExtraction(Play play, ToIntFunction<String> scores) {
        this.play = play;
        this.scores = scores;
    }

    /**
     * Returns a strategy.
     *
     * @param start the position that play begins with
     * @throws granary.builder.CheckFailedException when too many positions can come up
     */
    public Strategy extract(String start, Player player) {
        States states = new States(play, start, player == Player.FIRST, this::bestMoves);
        int[] moves = nearest(states);
        Map<String, String> chosen = new LinkedHashMap<>();
        boolean[] seen = new boolean[states.count()];
        int[] open = new int[states.count()];
        int count = 1;
        seen[0] = true;
        for (int i = 0; i < count; i++) {
            int state = open[i];
            int[] next = states.successors(state);
            if (states.isOwn(state) && next.length > 0) {
                next = new int[] {next[moves[state]]};
                chosen.put(states.position(state), states.position(next[0]));
            }
            for (int to : next) {
                if (!seen[to]) {
                    seen[to] = true;
                    open[count++] = to;
                }
            }
        }
        return new Strategy(play.identity(), start, player, chosen);
    }

    private List<Step> bestMoves(String position, List<Step> steps) {
        int score = scores.applyAsInt(position);
        return steps.stream().filter(step -> backUp(step) == score).toList();
    }

    private int backUp(Step step) {
        return play.scoring().backUp(step.reward(), scores.applyAsInt(step.to()));
    }

    /** Returns for each state of the player the index of the move that leads nearest. */
    private int[] nearest(States states) {
        int[] score = new int[states.count()];
        Arrays.setAll(score, state -> scores.applyAsInt(states.position(state)));
        int[] distance = new int[states.count()];
        Arrays.fill(distance, FAR);
        int[] moves = new int[states.count()];
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int state = states.count() - 1; state >= 0; state--) {
                int near = distance(states, state, score, distance, moves);
                changed |= near != distance[state];
                distance[state] = near;
            }
        }
        return moves;
    }

    private int distance(States states, int state, int[] score, int[] distance, int[] moves) {
        int[] next = states.successors(state);
        if (next.length == 0) {
            return 0;
        }
        boolean own = states.isOwn(state);
        int result = own ? FAR : 0;
        for (int move = 0; move < next.length; move++) {
            int near = states.rewards(state)[move] != 0 ? 0 : distance[next[move]];
            if (own && near < result) {
                result = near;
                moves[state] = move;
            } else if (!own && states.backUp(state, move, score) == score[state]) {
                result = Math.max(result, near);
            }
        }
        boolean content = isContentWithEndless(own, score[state]);
        return content ? 0 : Math.min(FAR, result + 1);
    }

    /** Returns whether endless play is as good for the player as the score, or better. */
    private boolean isContentWithEndless(boolean own, int score) {
        Scoring scoring = play.scoring();
        return own ? !scoring.isBetter(score, scoring.cycleValue()) : !scoring.isBetter(scoring.cycleValue(), score);
    }
}
