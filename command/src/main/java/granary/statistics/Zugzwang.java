package granary.statistics;

/**
 * Mutual zugzwang in a layer: boards on which each player would rather have the other move. The scores with one and
 * with the other player to move add up to less than 0. Both positions count.
 *
 * @param positions how many positions are in mutual zugzwang
 * @param lost how many of these positions are lost for whichever player is to move
 * @param example the position in which having to move costs most, the first among equals, in the game's notation; null
 *     when there is none
 * @param score the example's score
 * @param scoreForOther the score of the example's board with the other player to move, for that player
 */
public record Zugzwang(long positions, long lost, String example, int score, int scoreForOther) {}
