package granary.analysis.strategy;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** One player's move in each position that the strategy can lead to. Immutable. */
final class Strategy {
    private final String identity;
    private final String start;
    private final Player player;
    private final Map<String, String> moves;

    /**
     * Makes a strategy.
     *
     * @param identity the game's identity line
     * @param start the position in which play begins
     * @param player the player who follows the strategy
     * @param moves for each position, the position after the player's move
     */
    Strategy(String identity, String start, Player player, Map<String, String> moves) {
        this.identity = identity;
        this.start = start;
        this.player = player;
        this.moves = Collections.unmodifiableMap(new LinkedHashMap<>(moves));
    }

    /** Returns the game's identity line. */
    String identity() {
        return identity;
    }

    /** Returns the position in which play begins. */
    String start() {
        return start;
    }

    /** Returns the player who follows the strategy. */
    Player player() {
        return player;
    }

    /** Returns all moves, in the order of the map given. */
    Map<String, String> moves() {
        return moves;
    }

    /** Returns the position after the player's move, or empty when the strategy holds no move for the position. */
    Optional<String> move(String position) {
        return Optional.ofNullable(moves.get(position));
    }
}
