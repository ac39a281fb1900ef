package granary.analysis.graph;

import granary.game.Game;
import java.util.ArrayList;
import java.util.List;

/**
 * A legal move as an object.
 *
 * @param captured what the move itself gains, such as captured seeds
 * @param successor the position after the move; never changed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Move(int captured, int[] successor) {
    /** Returns the legal moves of a position, in the game's order; empty if the game is over. */
    public static List<Move> of(Game game, int[] position) {
        List<Move> moves = new ArrayList<>();
        game.moves(position, (number, captured, successor) -> moves.add(new Move(captured, successor.clone())));
        return moves;
    }
}
