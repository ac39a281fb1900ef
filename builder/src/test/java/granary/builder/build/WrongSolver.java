package granary.builder.build;

import granary.builder.Monitor;
import granary.builder.memory.MemoryNeed;
import granary.builder.memory.WorkingMemory;
import granary.builder.solve.LayerDistances;
import granary.builder.solve.LayerSolver;
import granary.builder.solve.RetrogradeSolver;
import granary.builder.store.LayerWriter;
import granary.database.Database;
import granary.game.Game;
import java.io.IOException;

/** A solver that takes all scores of one layer for 0. */
public final class WrongSolver implements LayerSolver {
    private final Game game;
    private final int wrong;
    private final LayerSolver right;

    public WrongSolver(Game game, int wrong) {
        this.game = game;
        this.wrong = wrong;
        this.right = new RetrogradeSolver(game, 1);
    }

    @Override
    public void solve(Database lower, WorkingMemory memory, LayerWriter writer, Monitor monitor) throws IOException {
        if (writer.layer() == wrong) {
            short[] zeros = new short[(int) game.size(wrong)];
            writer.write(0, zeros, 0, zeros.length);
        } else {
            right.solve(lower, memory, writer, monitor);
        }
    }

    @Override
    public String description() {
        return "a solver that errs";
    }

    @Override
    public long steps(long positions) {
        return right.steps(positions);
    }

    @Override
    public LayerDistances distances(Database database, int layer, WorkingMemory memory, Monitor monitor)
            throws IOException {
        return right.distances(database, layer, memory, monitor);
    }

    @Override
    public long distanceSteps(long positions) {
        return right.distanceSteps(positions);
    }

    @Override
    public MemoryNeed memory(int layer) {
        return right.memory(layer);
    }

    @Override
    public MemoryNeed distanceMemory(int layer) {
        return right.distanceMemory(layer);
    }
}
