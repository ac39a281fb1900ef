package granary.builder.verify;

import granary.builder.testing.Databases;
import granary.database.Database;
import granary.format.FileKind;
import granary.game.Game;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Scores of a layer that are false, although each is that of its best move: those on a cycle support one another.
 */
public final class FalseScores {
    private static final int MOST_PASSES = 1000;

    private final Database database;
    private final Game game;
    private final int layer;
    private final short[] truth;

    public FalseScores(Database database, int layer) {
        this.database = database;
        this.game = database.game();
        this.layer = layer;
        this.truth = Databases.values(Path.of(database.where()), FileKind.SCORES, layer);
    }

    public short[] truth() {
        return truth.clone();
    }

    /**
     * Returns such scores: for each position from which one side can keep the game inside the layer for ever whatever the
     * other does, that side is promised a gain along the way, and all other positions follow suit.
     */
    public List<short[]> all() {
        List<short[]> found = new ArrayList<>();
        for (int rank = 0; rank < truth.length; rank++) {
            for (int gain = 1; gain <= layer; gain++) {
                short[] promised = new short[truth.length];
                if (truth[rank] < gain && gains(rank, (short) gain, promised)) {
                    short[] scores = truth.clone();
                    for (int i = 0; i < scores.length; i++) {
                        scores[i] = promised[i] == 0 ? truth[i] : promised[i];
                    }
                    boolean isNew = comesToRest(scores)
                            && Stream.concat(Stream.of(truth), found.stream())
                                    .noneMatch(known -> Arrays.equals(known, scores));
                    if (isNew) {
                        found.add(scores);
                    }
                }
            }
        }
        return found;
    }

    /** Promises the mover a gain when one of the moves leads to where the opponent can be promised the loss. */
    private boolean gains(int rank, short gain, short[] promised) {
        if (promised[rank] != 0) {
            return promised[rank] == gain;
        }
        promised[rank] = gain;
        for (Move move : moves(rank)) {
            short[] before = promised.clone();
            if (move.layer == layer && loses(move.rank, gain, promised)) {
                return true;
            }
            System.arraycopy(before, 0, promised, 0, before.length);
        }
        return false;
    }

    /** Promises the mover a loss when none of the moves leads out of the layer and each to where the gain is promised. */
    private boolean loses(int rank, short gain, short[] promised) {
        if (promised[rank] != 0) {
            return promised[rank] == -gain;
        }
        promised[rank] = (short) -gain;
        List<Move> moves = moves(rank);
        return !moves.isEmpty()
                && moves.stream().allMatch(move -> move.layer == layer)
                && moves.stream().allMatch(move -> gains(move.rank, gain, promised));
    }

    /** A move to the position of a rank in this layer or a lower one. */
    private record Move(int captured, int layer, int rank) {}

    private List<Move> moves(int rank) {
        List<Move> moves = new ArrayList<>();
        int[] position = new int[game.cells()];
        game.unrank(layer, rank, position);
        game.moves(position, (move, captured, successor) -> {
            moves.add(new Move(captured, game.layer(successor), (int) game.rank(successor)));
        });
        return moves;
    }

    private boolean comesToRest(short[] scores) {
        for (int pass = 0; pass < MOST_PASSES; pass++) {
            boolean changed = false;
            for (int rank = scores.length - 1; rank >= 0; rank--) {
                short best = best(scores, rank);
                changed |= best != scores[rank];
                scores[rank] = best;
            }
            if (!changed) {
                return true;
            }
        }
        return false;
    }

    private short best(short[] scores, int rank) {
        int[] position = new int[game.cells()];
        game.unrank(layer, rank, position);
        return (short) moves(rank).stream()
                .mapToInt(move -> move.captured
                        - (move.layer == layer
                                ? scores[move.rank]
                                : database.table(move.layer).value(move.rank)))
                .max()
                .orElseGet(() -> game.terminalScore(position));
    }
}
