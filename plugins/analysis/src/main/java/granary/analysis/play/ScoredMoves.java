package granary.analysis.play;

import granary.database.ScoredMove;
import java.util.List;

/**
 * What is known of a position's moves.
 *
 * @param moves the legal moves with their scores for the mover, best first; empty when there is none
 * @param exact whether the scores are true; otherwise they are what a search to a limited depth makes of them
 * @param depth how many moves ahead a search looked before it met the database or its limit; 0 when the database
 *     itself holds the position
 */
public record ScoredMoves(List<ScoredMove> moves, boolean exact, int depth) {}
