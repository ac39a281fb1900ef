package granary.statistics;

/**
 * Mutual zugzwang in a layer: boards on which either player would rather have the other move, so that the scores with one
 * and with the other to move add up to less than 0. Both of these positions are counted.
 *
 * @param positions how many positions are in mutual zugzwang
 * @param lost in how many of these whoever is to move loses
 * @param example the one where the move costs most, the first among equals, as people write it; null when there is none
 * @param score its score
 * @param scoreForOther its score if the other player were to move, for that player
 */
public record Zugzwang(long positions, long lost, String example, int score, int scoreForOther) {}
