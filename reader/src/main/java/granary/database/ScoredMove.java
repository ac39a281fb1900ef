package granary.database;

/**
 * A legal move with what the database says of it.
 *
 * @param move the move's number (awari: the pit, from 0)
 * @param reward what the move itself brings (awari: seeds captured)
 * @param score what the mover gets by it in all, as the game scores
 * @param successor the position after the move as the next mover sees it; the caller owns the array
 */
@SuppressWarnings("ArrayRecordComponent") // a result to read, never compared or used as a key
public record ScoredMove(int move, int reward, int score, int[] successor) {}
