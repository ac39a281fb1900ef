package granary.engine;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.awari.Sowing;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the moves by which a player forces a certain result inside the database: the way to a capture, to the end of the game, or to a
 * position in which the player is certain of more, against every answer. The database has values and no moves. So this looks up the
 * positions that the way may reach, the nearest first, until the number of moves is known. An earlier position of the game ends a line, as
 * in play. Each move comes nearer; so the way repeats none of its positions, and from each of them the rest of it is found again.
 */
final class ForcedConversion {
    /** The most positions to keep. Hundreds are common, thousands are rare. */
    private static final int MOST_POSITIONS = 30_000;

    /** The length of an unknown way. */
    private static final int OPEN = Integer.MAX_VALUE;

    private final SearchControl control;
    private final Awari game;
    private final Certainty certainty;
    private final int[] board;
    private final int layer;
    /** The difference that the player needs of the seeds that are now on the board. */
    private final int needed;
    /** By position and player to move. */
    private final Map<Long, Place> places = new HashMap<>();

    private final Place first;
    /** The largest difference that is certain in an earlier position. A player who is certain of more never comes back to one. */
    private int most = Integer.MIN_VALUE;

    /**
     * Begins at the present position of a game.
     *
     * @param least the difference of seeds that the mover needs in the end
     */
    ForcedConversion(SearchControl control, PlayedGame played, int least) {
        this.control = control;
        this.game = control.game();
        this.board = new int[game.cells()];
        this.certainty = new Certainty(control.database(), board);
        PlayedGame.Moment now = played.now();
        this.layer = game.layer(now.position());
        this.needed = least - now.taken()[now.mover()] + now.taken()[1 - now.mover()];
        this.first = new Place(now.position(), true);
        for (PlayedGame.Moment moment : played.moments()) {
            int[] position = moment.position();
            if (game.layer(position) == layer) {
                Place place = new Place(position, moment.mover() == now.mover());
                int rows = Sowing.moversSeeds(position) - Sowing.opponentsSeeds(position);
                place.end(game.rules() == RuleSet.ABAPA ? rows : game.scoring().cycleValue());
                places.put(place.key(), place);
                most = Math.max(most, certain(position, place.isOwn, 0));
            }
        }
    }

    /** Returns the first move of the shortest way; -1 if there is none among these moves, or too many positions, or the search stops. */
    int move(Collection<Integer> among) {
        List<Place> looked = new ArrayList<>();
        List<Place> nearest = List.of(first);
        // What needs fewer moves than were looked ahead cannot be nearer by others.
        for (int depth = 0; first.moves >= depth && !nearest.isEmpty(); depth++) {
            List<Place> next = new ArrayList<>();
            for (Place place : nearest) {
                if (control.isStopped() || places.size() > MOST_POSITIONS) {
                    return -1;
                }
                control.count(1, 1);
                place.look(place == first ? among : List.of(), next);
                looked.add(place);
            }
            for (boolean isNew = true; isNew; ) {
                isNew = false;
                for (int i = looked.size() - 1; i >= 0; i--) {
                    isNew |= looked.get(i).settle();
                }
            }
            nearest = next;
        }
        return first.moves == OPEN ? -1 : first.move;
    }

    /** Returns the difference that is certain for the player if a move captures and leads to a position, whatever came before. */
    private int certain(int[] position, boolean isOwn, int captured) {
        int seeds = layer - captured;
        if (!control.present()[seeds]) {
            return Integer.MIN_VALUE;
        }
        System.arraycopy(position, 0, board, 0, board.length);
        certainty.look(seeds);
        return isOwn ? certainty.least(true) - captured : captured - certainty.most(true);
    }

    /** A position with as many seeds as now. */
    private final class Place {
        private final int[] position;
        /** Whether the player is to move, not the opponent. */
        private final boolean isOwn;
        /** The places after moves that do not capture, as far as they matter. */
        private final List<Place> after = new ArrayList<>();

        private boolean isSettled;
        /** The length of the way. */
        private int moves = OPEN;
        /** The move to this place from the first one; of the first place, the best move. */
        private int move;

        Place(int[] position, boolean isOwn) {
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

        /**
         * Looks at the moves.
         *
         * @param among the moves that count; empty for all
         * @param next receives new places
         */
        void look(Collection<Integer> among, List<Place> next) {
            boolean[] isOver = {true};
            game.moves(position, (pit, captured, to) -> {
                isOver[0] = false;
                if (captured > 0
                        && !isSettled
                        && isCounted(pit, among)
                        && certain(to, !isOwn, captured) >= needed == isOwn) {
                    isSettled = true;
                    moves = isOwn ? 1 : OPEN;
                    move = pit;
                }
            });
            if (isOver[0]) {
                end(game.terminalScore(position));
            } else if (!isSettled) {
                game.moves(position, (pit, captured, to) -> {
                    if (captured == 0 && isCounted(pit, among)) {
                        Place place = met(new Place(to.clone(), !isOwn), next);
                        after.add(place);
                        if (!among.isEmpty()) {
                            place.move = pit;
                        }
                    }
                });
            }
        }

        private boolean isCounted(int pit, Collection<Integer> among) {
            return among.isEmpty() || among.contains(pit);
        }

        private Place met(Place place, List<Place> next) {
            Place before = places.putIfAbsent(place.key(), place);
            if (before != null) {
                return before;
            }
            int certain = certain(place.position, place.isOwn, 0);
            if (certain > most) {
                place.isSettled = true;
                place.moves = 0;
            } else if (certain >= needed) {
                next.add(place);
            }
            return place;
        }

        /** Takes over what is known of the places after it, and returns whether that is new. */
        boolean settle() {
            int known = moves;
            if (!isSettled) {
                int best = isOwn ? OPEN : 0;
                for (Place place : after) {
                    if (isOwn ? place.moves < best : place.moves > best) {
                        best = place.moves;
                        move = isOwn ? place.move : move;
                    }
                }
                moves = best == OPEN ? OPEN : 1 + best;
            }
            return moves != known;
        }
    }
}
