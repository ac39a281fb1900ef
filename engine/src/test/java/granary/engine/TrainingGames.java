package granary.engine;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.database.Database;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Plays games from the opening down through a database, and notes positions with their values. Each game begins with random
 * moves; then both sides play by a plain alpha-beta search, which shares nothing with {@link Search} but the moves, so that changes of
 * the engine's search change no training. Positions in the database are worth their score. The others are worth what the search finds,
 * what comes of them in the game, or a mean of both. A game depends on its number and nothing else. Not safe for use by more
 * than one thread.
 */
final class TrainingGames {
    /** A position and its value for the mover, in hundredths of a seed. */
    record Sample(long own, long opponent, int worth) {}

    /** Full trust in the search. */
    static final int TRUST = 2;

    /** The most moves of a game above the database, and the most without a capture. */
    private static final int MAX_MOVES = 300;

    private static final int MAX_QUIET_MOVES = 80;

    /** Random moves at the beginning: below the first number, below the second in one of four games. */
    private static final int FEW_RANDOM_MOVES = 16;

    private static final int MANY_RANDOM_MOVES = 40;

    /** Positions with fewer seeds are left to the database of any engine that is to be strong. */
    private static final int LEAST_SEEDS = 12;

    private static final int MAX_MOVES_INSIDE = 60;
    private static final int SEED = 100;
    private static final int INFINITE = 1_000_000;

    private final Database database;
    private final Awari game;
    private final Evaluation evaluation;
    private final int depth;
    private final int trust;
    private final int top;
    private final MoveStack moves;
    private final int[] board;
    private final long[] own = new long[MAX_MOVES + 1];
    private final long[] opponent = new long[MAX_MOVES + 1];
    private final int[] captured = new int[MAX_MOVES];
    private final int[] found = new int[MAX_MOVES];
    private Random random = new Random(0);
    private List<Sample> samples = List.of();
    /** The move that the search chose last. */
    private int chosen;

    /**
     * Plays with an estimate at the horizon.
     *
     * @param database holds all layers up to its greatest
     * @param depth the depth of the search in moves, beyond which it follows captures
     * @param trust how much what the search finds counts, of {@link #TRUST}; the rest is what comes of a position
     */
    TrainingGames(Database database, Evaluation evaluation, int depth, int trust) {
        this.database = database;
        this.game = (Awari) database.game();
        this.evaluation = evaluation;
        this.depth = depth;
        this.trust = trust;
        this.top = database.layers().last();
        this.moves = new MoveStack(game, depth + MoveStack.MAX_SEEDS / 2 + 2);
        this.board = new int[game.cells()];
    }

    /** Plays a game, and returns the positions. */
    List<Sample> play(long number) {
        random = new Random(number);
        samples = new ArrayList<>();
        int[] opening = game.opening().orElseThrow();
        own[0] = moves.packOwn(opening);
        opponent[0] = moves.packOpponent(opening);
        int seeds = game.layer(opening);
        int randomMoves = random.nextInt(random.nextInt(4) == 0 ? MANY_RANDOM_MOVES : FEW_RANDOM_MOVES);
        int length = 0;
        int quiet = 0;
        while (seeds > top && length < MAX_MOVES && quiet <= MAX_QUIET_MOVES) {
            int count = moves.generate(own[length], opponent[length], 0);
            if (count == 0) {
                break;
            }
            int move;
            if (length < randomMoves) {
                move = moves.move[random.nextInt(count)];
            } else {
                found[length] = search(own[length], opponent[length], seeds, depth, 0, -INFINITE, INFINITE);
                move = chosen;
            }
            captured[length] = MoveStack.captured(move);
            own[length + 1] = moves.nextOwn(opponent[length], move);
            opponent[length + 1] = moves.nextOpponent(own[length], move);
            seeds -= captured[length];
            quiet = captured[length] == 0 ? quiet + 1 : 0;
            length++;
        }
        int result = result(own[length], opponent[length], seeds);
        for (int i = length - 1; i >= randomMoves; i--) {
            result = captured[i] - result;
            int worth = ((TRUST - trust) * SEED * result + trust * found[i]) / TRUST;
            samples.add(new Sample(own[i], opponent[i], worth));
        }
        playInside(own[length], opponent[length], seeds);
        return samples;
    }

    /** Returns the difference of seeds that a game ends with. */
    private int result(long ownSide, long opponentSide, int seeds) {
        if (seeds <= top) {
            return score(ownSide, opponentSide);
        }
        moves.unpack(ownSide, opponentSide, board);
        if (moves.isOver(ownSide, opponentSide, 0)) {
            return game.terminalScore(board);
        }
        return game.rules() == RuleSet.ABAPA ? MoveStack.seeds(ownSide) - MoveStack.seeds(opponentSide) : 0;
    }

    private int score(long ownSide, long opponentSide) {
        moves.unpack(ownSide, opponentSide, board);
        return database.score(board);
    }

    /** Plays random and best moves from a position of the database, and also notes positions next to the line. */
    private void playInside(long ownStart, long opponentStart, int seedsAtStart) {
        long ownSide = ownStart;
        long opponentSide = opponentStart;
        int seeds = seedsAtStart;
        for (int i = 0; i < MAX_MOVES_INSIDE && seeds >= LEAST_SEEDS && seeds <= top; i++) {
            int count = moves.generate(ownSide, opponentSide, 0);
            if (count == 0) {
                return;
            }
            samples.add(new Sample(ownSide, opponentSide, SEED * score(ownSide, opponentSide)));
            int move = moves.move[random.nextInt(count)];
            long nextOwn = moves.nextOwn(opponentSide, move);
            long nextOpponent = moves.nextOpponent(ownSide, move);
            samples.add(new Sample(nextOwn, nextOpponent, SEED * score(nextOwn, nextOpponent)));
            if (random.nextInt(3) > 0) {
                move = best(ownSide, opponentSide, count);
                nextOwn = moves.nextOwn(opponentSide, move);
                nextOpponent = moves.nextOpponent(ownSide, move);
            }
            ownSide = nextOwn;
            opponentSide = nextOpponent;
            seeds -= MoveStack.captured(move);
        }
    }

    private int best(long ownSide, long opponentSide, int count) {
        int best = 0;
        int most = -INFINITE;
        for (int slot = 0; slot < count; slot++) {
            int move = moves.move[slot];
            int value = MoveStack.captured(move)
                    - score(moves.nextOwn(opponentSide, move), moves.nextOpponent(ownSide, move));
            if (value > most) {
                most = value;
                best = move;
            }
        }
        return best;
    }

    /** Returns the gain from here on, in hundredths of a seed, or a bound of it outside alpha .. beta. Chooses a move. */
    private int search(long ownSide, long opponentSide, int seeds, int left, int ply, int alpha, int beta) {
        if (seeds <= top) {
            return SEED * score(ownSide, opponentSide);
        }
        int count = moves.generate(ownSide, opponentSide, ply);
        if (count == 0) {
            moves.unpack(ownSide, opponentSide, board);
            return SEED * game.terminalScore(board);
        }
        int best = left > 0 ? -INFINITE : evaluation.of(ownSide, opponentSide, seeds);
        int first = ply * MoveStack.FRAME;
        int bestMove = 0;
        for (int slot = first; slot < first + count && best < beta; slot++) {
            int largest = mostCaptured(slot, first + count);
            int move = moves.move[largest];
            moves.move[largest] = moves.move[slot];
            int gain = MoveStack.captured(move);
            if (left <= 0 && gain == 0) {
                break;
            }
            int low = Math.max(alpha, best);
            int value = SEED * gain
                    - search(
                            moves.nextOwn(opponentSide, move),
                            moves.nextOpponent(ownSide, move),
                            seeds - gain,
                            left - 1,
                            ply + 1,
                            SEED * gain - beta,
                            SEED * gain - low);
            if (value > best) {
                best = value;
                bestMove = move;
            }
        }
        chosen = bestMove;
        return best;
    }

    private int mostCaptured(int from, int end) {
        int most = from;
        for (int slot = from + 1; slot < end; slot++) {
            most = MoveStack.captured(moves.move[slot]) > MoveStack.captured(moves.move[most]) ? slot : most;
        }
        return most;
    }
}
