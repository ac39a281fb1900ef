package granary.engine;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.awari.Sowing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whether a player can win, or hold the draw, against every defence, by the rules of play: the game ends without a legal move, or when a
 * position comes back. Tries all lines. It knows no database, no bound and no estimate; what it remembers, it remembers together with
 * all positions that would be repetitions.
 */
final class EveryDefence {
    private final Awari game;
    private final Map<List<Object>, Boolean> known = new HashMap<>();

    EveryDefence(Awari game) {
        this.game = game;
    }

    /** Returns whether the moves of a report are legal, and what it calls certain is true. */
    boolean isTrue(PlayedGame played, Report report) {
        if (!played.legalMoves()
                .containsAll(report.moves().stream().map(Report.RatedMove::move).toList())) {
            return false;
        }
        int mover = played.now().mover();
        if (report.depth() == 0) {
            return played.legalMoves().isEmpty();
        }
        if (report.score() >= Search.WIN) {
            PlayedGame after = played.copy();
            after.play(report.moves().get(0).move());
            return canForce(after, mover, 1);
        }
        if (report.score() <= -Search.WIN) {
            return canForce(played, 1 - mover, 1);
        }
        return !report.isExact() || report.score() == 0 && canForce(played, mover, 0) && canForce(played, 1 - mover, 0);
    }

    /** Returns whether a player can reach a difference of seeds from the present moment of a game on. */
    boolean canForce(PlayedGame played, int player, int least) {
        List<PlayedGame.Moment> moments = played.moments();
        Set<String> seen = new TreeSet<>();
        PlayedGame.Moment now = played.now();
        for (int i = moments.size() - 2;
                i >= 0 && game.layer(moments.get(i).position()) == game.layer(now.position());
                i--) {
            seen.add(name(moments.get(i).position(), moments.get(i).mover() == player));
        }
        return canForce(
                now.position(), now.mover() == player, least - now.taken()[player] + now.taken()[1 - player], seen);
    }

    private static String name(int[] board, boolean isPlayers) {
        return isPlayers + Arrays.toString(board);
    }

    /**
     * Returns whether a player gets at least some difference from a position on.
     *
     * @param isPlayers whether he is to move
     * @param least what he needs
     * @param seen the positions that end the game
     */
    private boolean canForce(int[] board, boolean isPlayers, int least, Set<String> seen) {
        int seeds = game.layer(board);
        if (least > seeds || least <= -seeds) {
            return least <= -seeds;
        }
        int sign = isPlayers ? 1 : -1;
        String name = name(board, isPlayers);
        if (seen.contains(name)) {
            int rows = Sowing.moversSeeds(board) - Sowing.opponentsSeeds(board);
            return (game.rules() == RuleSet.ABAPA ? sign * rows : 0) >= least;
        }
        List<int[]> reached = new ArrayList<>();
        List<Integer> captures = new ArrayList<>();
        game.moves(board, (pit, captured, to) -> {
            reached.add(to.clone());
            captures.add(captured);
        });
        if (reached.isEmpty()) {
            return sign * game.terminalScore(board) >= least;
        }
        List<Object> key = List.of(name, least, Set.copyOf(seen));
        Boolean answer = known.get(key);
        if (answer == null) {
            answer = tryAll(reached, captures, isPlayers, least, seen, name);
            known.put(key, answer);
        }
        return answer;
    }

    private boolean tryAll(
            List<int[]> reached, List<Integer> captures, boolean isPlayers, int least, Set<String> seen, String name) {
        Set<String> longer = new TreeSet<>(seen);
        longer.add(name);
        // Captures first: most lines end soon after one.
        for (boolean isCapture : new boolean[] {true, false}) {
            for (int i = 0; i < reached.size(); i++) {
                if (captures.get(i) > 0 == isCapture) {
                    int gain = isPlayers ? captures.get(i) : -captures.get(i);
                    Set<String> then = isCapture ? new TreeSet<>() : longer;
                    if (canForce(reached.get(i), !isPlayers, least - gain, then) == isPlayers) {
                        return isPlayers;
                    }
                }
            }
        }
        return !isPlayers;
    }
}
