package granary.engine;

import granary.awari.Awari;
import granary.awari.Sowing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the moves by which a player forces a certain result inside the database: the way to a capture, to the end of the game, or to a
 * position in which the player is certain of more, against every answer. The database has values and no moves. So this class looks up
 * the positions that the way may reach, the nearest first, until the number of moves is known. An earlier position of the game ends a
 * line, as in play. Each move comes nearer. So the way repeats none of its positions, and each of them leads to the rest of the same way.
 */
final class ForcedConversion {
    /** The most positions to keep. Hundreds are common, thousands are rare. */
    private static final int MOST_POSITIONS = 30_000;

    /** The length of an unknown way. */
    private static final int OPEN = Integer.MAX_VALUE;

    private final SearchControl control;
    private final Awari game;
    private final Certainty certainty;
    private final int layer;
    /** The difference that the player needs of the seeds that are now on the board. */
    private final int needed;
    /** By {@link Node#key}. */
    private final Map<Long, Node> nodes = new HashMap<>();

    private final Node first;
    /** The largest difference that is certain in an earlier position. A player who is certain of more never comes back to one. */
    private int most = Integer.MIN_VALUE;

    /**
     * Begins at the present position of a game.
     *
     * @param least the difference of seeds that the mover needs in the end
     */
    ForcedConversion(SearchControl control, PlayedGame played, int least) {
        this.control = control;
        this.game = control.game;
        this.certainty = new Certainty(control.database);
        PlayedGame.Moment now = played.now();
        this.layer = game.layer(now.position());
        this.needed = least - now.taken()[now.mover()] + now.taken()[1 - now.mover()];
        this.first = new Node(now.position(), true);
        for (PlayedGame.Moment moment : played.moments()) {
            int[] position = moment.position();
            if (game.layer(position) == layer) {
                Node node = new Node(position, moment.mover() == now.mover());
                node.end(Certainty.repetition(game, Sowing.moversSeeds(position), Sowing.opponentsSeeds(position)));
                nodes.put(node.key(), node);
                most = Math.max(most, certain(position, node.isOwn, 0));
            }
        }
    }

    /** Returns the first move of the shortest way; -1 if there is none, or too many positions, or the search stops. */
    int move() {
        List<Node> looked = new ArrayList<>();
        List<Node> nearest = List.of(first);
        // No other move is nearer than a way of fewer moves than were looked ahead.
        for (int depth = 0; first.moves >= depth && !nearest.isEmpty(); depth++) {
            List<Node> next = new ArrayList<>();
            for (Node node : nearest) {
                if (control.isStopped() || nodes.size() > MOST_POSITIONS) {
                    return -1;
                }
                control.count(1, 1);
                node.look(next);
                looked.add(node);
            }
            for (boolean isNew = true; isNew; ) {
                isNew = false;
                for (int i = looked.size() - 1; i >= 0; i--) {
                    isNew |= looked.get(i).update();
                }
            }
            nearest = next;
        }
        return first.moves == OPEN ? -1 : first.move;
    }

    /** Returns the difference that is certain for the player if a move captures and leads to a position, without a history. */
    private int certain(int[] position, boolean isOwn, int captured) {
        int seeds = layer - captured;
        if (!control.present[seeds]) {
            return Integer.MIN_VALUE;
        }
        certainty.look(position, seeds);
        return isOwn ? certainty.least(true) - captured : captured - certainty.most(true);
    }

    /** A position with as many seeds as now, and the player to move. */
    private final class Node {
        private final int[] position;
        /** True if the player is to move, not the opponent. */
        private final boolean isOwn;
        /** The nodes after moves that do not capture, if they matter. */
        private final List<Node> after = new ArrayList<>();

        private boolean isSettled;
        /** The length of the way. */
        private int moves = OPEN;
        /** The move from the first node to this one; in the first node, the best move. */
        private int move;

        Node(int[] position, boolean isOwn) {
            this.position = position;
            this.isOwn = isOwn;
        }

        long key() {
            return 2 * game.rank(position) + (isOwn ? 1 : 0);
        }

        /** Ends the game here, with a difference for the mover. */
        void end(int difference) {
            isSettled = true;
            moves = (isOwn ? difference : -difference) >= needed ? 0 : OPEN;
        }

        /** Looks at the moves, and adds new nodes to a list. */
        void look(List<Node> next) {
            boolean[] isOver = {true};
            game.moves(position, (pit, captured, to) -> {
                isOver[0] = false;
                if (captured > 0 && !isSettled && certain(to, !isOwn, captured) >= needed == isOwn) {
                    isSettled = true;
                    moves = isOwn ? 1 : OPEN;
                    move = pit;
                }
            });
            if (isOver[0]) {
                end(game.terminalScore(position));
            } else if (!isSettled) {
                game.moves(position, (pit, captured, to) -> {
                    if (captured == 0) {
                        Node node = met(new Node(to.clone(), !isOwn), next);
                        after.add(node);
                        if (this == first) {
                            node.move = pit;
                        }
                    }
                });
            }
        }

        private Node met(Node node, List<Node> next) {
            Node before = nodes.putIfAbsent(node.key(), node);
            if (before != null) {
                return before;
            }
            int certain = certain(node.position, node.isOwn, 0);
            if (certain > most) {
                node.isSettled = true;
                node.moves = 0;
            } else if (certain >= needed) {
                next.add(node);
            }
            return node;
        }

        /** Updates the length from the nodes after it, and returns whether it changed. */
        boolean update() {
            int known = moves;
            if (!isSettled) {
                int best = isOwn ? OPEN : 0;
                for (Node node : after) {
                    if (isOwn ? node.moves < best : node.moves > best) {
                        best = node.moves;
                        move = isOwn ? node.move : move;
                    }
                }
                moves = best == OPEN ? OPEN : 1 + best;
            }
            return moves != known;
        }
    }
}
