package granary.engine;

import granary.awari.Awari;
import granary.awari.Sowing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds whether a player can get a difference of seeds against every defence, by the rules of play: the game ends without a legal move, or
 * when a position comes back. Tries all lines, without a database, a bound or an estimate.
 */
final class EveryDefence {
    private final Awari game;
    /** True to try only lines whose result depends on the positions before. */
    private final boolean isShort;
    /** Answers for positions after a capture. */
    private final Map<List<Object>, Boolean> known = new HashMap<>();

    EveryDefence(Awari game) {
        this(game, true);
    }

    EveryDefence(Awari game, boolean isShort) {
        this.game = game;
        this.isShort = isShort;
    }

    /** Returns whether the moves of a report are legal, and what it calls certain is true. */
    boolean isTrue(PlayedGame played, Report report) {
        if (!played.legalMoves()
                .containsAll(report.moves().stream().map(Report.RatedMove::move).toList())) {
            return false;
        }
        if (report.depth() == 0) {
            return played.legalMoves().isEmpty();
        }
        int mover = played.now().mover();
        int score = report.score();
        boolean isExact = report.isExact() && Math.abs(score) < Search.SETTLED;
        PlayedGame after = played.copy();
        after.play(report.moves().get(0).move());
        return (!isExact && score < Search.WIN || canForce(after, mover, isExact ? score / 100 : 1))
                && (!isExact && score > -Search.WIN || canForce(played, 1 - mover, isExact ? -score / 100 : 1));
    }

    /** Returns whether a player can reach a difference of seeds from the present moment of a game on. */
    boolean canForce(PlayedGame played, int player, int least) {
        List<PlayedGame.Moment> moments = played.moments();
        PlayedGame.Moment now = played.now();
        Set<String> seen = new HashSet<>();
        for (int i = moments.size() - 2;
                i >= 0 && game.layer(moments.get(i).position()) == game.layer(now.position());
                i--) {
            seen.add(name(moments.get(i).position(), moments.get(i).mover() == player));
        }
        int needed = least - now.taken()[player] + now.taken()[1 - player];
        return new Stretch(needed, seen).canForce(now.position(), now.mover() == player);
    }

    private static String name(int[] board, boolean isPlayers) {
        return isPlayers + Arrays.toString(board);
    }

    private boolean canForceAfterCapture(int[] board, boolean isPlayers, int least) {
        List<Object> key = List.of(name(board, isPlayers), least);
        Boolean answer = known.get(key);
        if (answer == null) {
            answer = new Stretch(least, Set.of()).canForce(board, isPlayers);
            known.put(key, answer);
        }
        return answer;
    }

    /** The lines from a position to the next capture. */
    private final class Stretch {
        private final int least;
        private final Set<String> seen;
        private final Map<String, Node> nodes = new HashMap<>();
        private final Map<List<Object>, Boolean> tried = new HashMap<>();

        /**
         * Makes one.
         *
         * @param least the difference that the player needs
         * @param seen the positions that end the game
         */
        Stretch(int least, Set<String> seen) {
            this.least = least;
            this.seen = seen;
        }

        boolean canForce(int[] board, boolean isPlayers) {
            int seeds = game.layer(board);
            if (least > seeds || least <= -seeds) {
                return least <= -seeds;
            }
            Node start = node(board, isPlayers);
            if (isShort) {
                settle();
                // A player who gains by a repetition that leaves the seeds to nobody goes round, without escape for
                // the other.
                if (start.answer == null && game.settlesEndlessPlay()) {
                    return start.isEnough;
                }
            }
            return canForce(start, Set.of());
        }

        private Node node(int[] board, boolean isPlayers) {
            String name = name(board, isPlayers);
            Node node = nodes.get(name);
            if (node == null) {
                node = new Node(isPlayers, isEnough(board, isPlayers));
                nodes.put(name, node);
                if (seen.contains(name)) {
                    node.answer = node.isEnough;
                } else {
                    lookOn(node, board);
                }
            }
            return node;
        }

        private boolean isEnough(int[] board, boolean isPlayers) {
            int rows = Sowing.moversSeeds(board) - Sowing.opponentsSeeds(board);
            return (game.settlesEndlessPlay() ? 0 : isPlayers ? rows : -rows) >= least;
        }

        private void lookOn(Node node, int[] board) {
            boolean isPlayers = node.isPlayers;
            List<int[]> reached = new ArrayList<>();
            boolean[] isOver = {true};
            game.moves(board, (pit, captured, to) -> {
                isOver[0] = false;
                if (captured == 0) {
                    reached.add(to.clone());
                } else if (canForceAfterCapture(to.clone(), !isPlayers, least + (isPlayers ? -captured : captured))
                        == isPlayers) {
                    node.answer = isPlayers;
                }
            });
            if (isOver[0]) {
                node.answer = (isPlayers ? 1 : -1) * game.terminalScore(board) >= least;
            }
            for (int[] to : node.answer == null ? reached : List.<int[]>of()) {
                node.after.add(node(to, !isPlayers));
            }
        }

        /**
         * Finds the nodes from which one of the two succeeds without a repetition: on the way to nodes that were found earlier, no node
         * comes back.
         */
        private void settle() {
            for (boolean isNew = true; isNew; ) {
                isNew = false;
                for (Node node : nodes.values()) {
                    isNew |= node.answer == null && node.settle();
                }
            }
        }

        private boolean canForce(Node node, Set<Node> before) {
            if (node.answer != null || before.contains(node)) {
                return node.answer != null ? node.answer : node.isEnough;
            }
            List<Object> key = List.of(node, before);
            Boolean answer = tried.get(key);
            if (answer == null) {
                Set<Node> longer = new HashSet<>(before);
                longer.add(node);
                answer = node.after.stream().anyMatch(to -> canForce(to, longer) == node.isPlayers) == node.isPlayers;
                tried.put(key, answer);
            }
            return answer;
        }
    }

    private static final class Node {
        final boolean isPlayers;
        /** True if the player has enough when the game ends here by a repetition. */
        final boolean isEnough;
        /** The nodes by moves that do not capture. */
        final List<Node> after = new ArrayList<>();
        /** Null while it is open. */
        Boolean answer;

        Node(boolean isPlayers, boolean isEnough) {
            this.isPlayers = isPlayers;
            this.isEnough = isEnough;
        }

        boolean settle() {
            if (after.stream().anyMatch(to -> to.answer != null && to.answer == isPlayers)) {
                answer = isPlayers;
            } else if (after.stream().allMatch(to -> to.answer != null)) {
                answer = !isPlayers;
            }
            return answer != null;
        }
    }
}
