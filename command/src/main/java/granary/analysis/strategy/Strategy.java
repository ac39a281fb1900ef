package granary.analysis.strategy;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One player's move in each position that the strategy can lead to. Immutable.
 *
 * @param identity the game's identity line
 * @param start the position in which play begins
 * @param player the player who follows the strategy
 * @param moves for each position, the position after the player's move; in the order of the map given
 */
record Strategy(String identity, String start, Player player, Map<String, String> moves) {
    Strategy {
        moves = Collections.unmodifiableMap(new LinkedHashMap<>(moves));
    }

    /** Returns the position after the player's move, or empty when the strategy holds no move for the position. */
    Optional<String> move(String position) {
        return Optional.ofNullable(moves.get(position));
    }
}
