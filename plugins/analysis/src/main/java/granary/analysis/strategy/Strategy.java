package granary.analysis.strategy;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What one player answers in each position that is his to move in. Immutable. */
final class Strategy {
    private final String identity;
    private final String start;
    private final Player player;
    private final Map<String, String> moves;

    /**
     * Makes a strategy.
     *
     * @param identity the game's identity line
     * @param start the position that play begins with
     * @param player whose strategy it is
     * @param moves for each position the one that the player's move leads to
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

    /** Returns the position that play begins with. */
    String start() {
        return start;
    }

    /** Returns whose strategy it is. */
    Player player() {
        return player;
    }

    /** Returns all its moves, in the order in which they were added. */
    Map<String, String> moves() {
        return moves;
    }

    /** Returns the position that the player's move leads to, or empty when the strategy does not say. */
    Optional<String> move(String position) {
        return Optional.ofNullable(moves.get(position));
    }
}
