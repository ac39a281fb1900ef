package granary.engine;

import granary.game.Game;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * A game of two players in play: the positions so far, the player to move, and what each player captured. For any game
 * whose positions are seen by the player to move. Not safe for use by more than one thread.
 */
public final class PlayedGame {
    /**
     * A moment of a game.
     *
     * @param position the position as its mover sees it; not to be changed
     * @param mover the player to move, 0 or 1
     * @param taken what player 0 and player 1 have captured; not to be changed
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Moment(int[] position, int mover, int[] taken) {}

    private final Game game;
    private final List<Moment> moments = new ArrayList<>();
    private final Deque<Integer> moves = new ArrayDeque<>();

    /**
     * Begins with the opening.
     *
     * @throws IllegalArgumentException when the game has none
     */
    public PlayedGame(Game game) {
        this(game, game.opening().orElseThrow(() -> new IllegalArgumentException(game.identity() + " has no opening")));
    }

    /** Begins with a position, nothing taken; player 0 is to move. */
    public PlayedGame(Game game, int[] position) {
        this(game, position, 0, 0, 0);
    }

    /**
     * Begins with a position in the middle of a game.
     *
     * @param mover the player to move, 0 or 1
     * @param taken0 what player 0 has captured
     * @param taken1 what player 1 has captured
     * @throws IllegalArgumentException with the reason when the vector is not a position of the game
     */
    public PlayedGame(Game game, int[] position, int mover, int taken0, int taken1) {
        game.layer(position);
        this.game = game;
        moments.add(new Moment(position.clone(), mover, new int[] {taken0, taken1}));
    }

    private PlayedGame(PlayedGame other) {
        this.game = other.game;
        moments.addAll(other.moments);
        moves.addAll(other.moves);
    }

    /** Returns a copy, which is independent of this game. */
    public PlayedGame copy() {
        return new PlayedGame(this);
    }

    /** Returns the rules. */
    public Game game() {
        return game;
    }

    /** Returns all moments, the present one last. */
    public List<Moment> moments() {
        return Collections.unmodifiableList(moments);
    }

    /** Returns the numbers of the moves played, in order. */
    public List<Integer> moves() {
        return List.copyOf(moves);
    }

    /** Returns the present moment. */
    public Moment now() {
        return moments.get(moments.size() - 1);
    }

    /** Returns the numbers of the legal moves, ascending; none if the game is over. */
    public List<Integer> legalMoves() {
        List<Integer> legal = new ArrayList<>();
        game.moves(now().position(), (move, captured, successor) -> legal.add(move));
        return legal;
    }

    /**
     * Plays a move.
     *
     * @throws IllegalArgumentException when it is not legal
     */
    public void play(int number) {
        Moment now = now();
        int before = moments.size();
        game.moves(now.position(), (move, captured, successor) -> {
            if (move == number) {
                int[] taken = now.taken().clone();
                taken[now.mover()] += captured;
                moments.add(new Moment(successor.clone(), 1 - now.mover(), taken));
            }
        });
        if (moments.size() == before) {
            throw new IllegalArgumentException("move " + number + " is not legal");
        }
        moves.add(number);
    }

    /** Takes the last move back, and returns whether there was one. */
    public boolean takeBack() {
        if (moments.size() == 1) {
            return false;
        }
        moments.remove(moments.size() - 1);
        moves.removeLast();
        return true;
    }

    /** Returns the number of times that a position has occurred with this player to move. */
    public int times(int[] position, int mover) {
        return (int) moments.stream()
                .filter(moment -> moment.mover() == mover && Arrays.equals(moment.position(), position))
                .count();
    }
}
