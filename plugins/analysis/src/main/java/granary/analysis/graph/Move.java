package granary.analysis.graph;

import granary.game.Game;
import java.util.ArrayList;
import java.util.List;

/**
 * A legal move, as a value to keep.
 *
 * @param reward what the move itself brings
 * @param successor the position that it leads to, never changed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Move(int reward, int[] successor) {
    /** Returns the moves of a position, in the order of the game; none where it ends. */
    public static List<Move> of(Game game, int[] position) {
        List<Move> moves = new ArrayList<>();
        game.moves(position, (number, reward, successor) -> moves.add(new Move(reward, successor.clone())));
        return moves;
    }
}
