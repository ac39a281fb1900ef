package granary.explorer.api;

import granary.database.Database;
import granary.database.Line;
import granary.database.ScoredMove;
import granary.engine.Progress;
import granary.game.Scoring;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * A line of best play whose cost is bounded, whatever the database holds. {@link Database#line} searches without an end where
 * distances are missing; here {@link Progress} finds the winner's way to the next capture, or gives up.
 */
final class BoundedLine {
    private final Database database;
    private final Progress progress;

    private final BooleanSupplier goesOn;

    /** Makes one that looks ahead as long as it may; after that it takes the first of the best moves. */
    BoundedLine(Database database, BooleanSupplier goesOn) {
        this.database = database;
        this.goesOn = goesOn;
        this.progress = new Progress(database);
    }

    /** Returns whether best play from a position has to be searched for, because distances are missing. */
    static boolean isSearched(Database database, int[] position) {
        return !database.game().scoring().tellsDistance()
                && !database.distanceLayers().containsAll(database.layersNeeded(position));
    }

    /**
     * Returns the line.
     *
     * @throws granary.error.MissingLayerException when the database does not hold the layer of a position along it
     */
    Line line(int[] position) {
        List<ScoredMove> line = new ArrayList<>();
        Set<IntBuffer> seen = new HashSet<>();
        int[] current = position.clone();
        while (seen.add(IntBuffer.wrap(current))) {
            List<ScoredMove> moves = database.moves(current);
            if (moves.isEmpty()) {
                return new Line(line, Line.End.GAME_OVER);
            }
            ScoredMove next = choose(current, moves);
            line.add(next);
            current = next.successor();
        }
        return new Line(line, Line.End.REPETITION);
    }

    private ScoredMove choose(int[] position, List<ScoredMove> moves) {
        ScoredMove first = moves.get(0);
        Scoring scoring = database.game().scoring();
        if (scoring.tellsDistance()
                || first.distance() != ScoredMove.NO_DISTANCE
                || !scoring.isBetter(first.score(), scoring.cycleValue())) {
            return first;
        }
        int number = progress.move(position, goesOn);
        return moves.stream().filter(move -> move.move() == number).findFirst().orElse(first);
    }
}
