package granary.analysis.play;

import granary.database.ScoredMove;
import java.util.List;

/**
 * The scored moves of a position.
 *
 * @param moves the legal moves with their scores for the mover, best first; empty when no move is legal
 * @param exact whether the scores are exact; otherwise a search of limited depth estimated them
 * @param depth how many moves ahead a search looked before it met the database or its limit; 0 when the database itself
 *     holds the position
 */
public record ScoredMoves(List<ScoredMove> moves, boolean exact, int depth) {}
