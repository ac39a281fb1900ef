package granary.analysis.play;

import granary.database.ScoredMove;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A game as it is played: the positions so far, whose turn it is, what each player took. */
final class GameInPlay {
    /** A moment of the game: the position as its mover sees it, the mover (0 or 1), what each player took. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Moment(int[] position, int mover, int[] taken) {}

    private final List<Moment> moments = new ArrayList<>();
    private final Map<IntBuffer, Integer> times = new HashMap<>();

    /** Begins with a position; player 0 moves. */
    GameInPlay(int[] position) {
        add(new Moment(position.clone(), 0, new int[2]));
    }

    private void add(Moment moment) {
        moments.add(moment);
        times.merge(IntBuffer.wrap(moment.position()), 1, Integer::sum);
    }

    /** Returns the present. */
    Moment now() {
        return moments.get(moments.size() - 1);
    }

    /** Returns how often a position has been on the board. */
    int times(int[] position) {
        return times.getOrDefault(IntBuffer.wrap(position), 0);
    }

    /** Plays a move. */
    void play(ScoredMove move) {
        Moment now = now();
        int[] taken = now.taken().clone();
        taken[now.mover()] += move.reward();
        add(new Moment(move.successor().clone(), 1 - now.mover(), taken));
    }

    /** Takes a move back; returns whether there was one. */
    boolean takeBack() {
        if (moments.size() == 1) {
            return false;
        }
        times.merge(IntBuffer.wrap(now().position()), -1, Integer::sum);
        moments.remove(moments.size() - 1);
        return true;
    }

    /**
     * Chooses among the best moves one that makes progress: to a position seen as seldom as possible, and then the one
     * that takes most. Any of the best keeps the score, but the database does not tell which end the game.
     */
    ScoredMove choose(List<ScoredMove> moves) {
        ScoredMove chosen = moves.get(0);
        for (ScoredMove move : moves) {
            if (move.score() == moves.get(0).score()) {
                int more = Integer.compare(times(chosen.successor()), times(move.successor()));
                if (more > 0 || (more == 0 && move.reward() > chosen.reward())) {
                    chosen = move;
                }
            }
        }
        return chosen;
    }
}
