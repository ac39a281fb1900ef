package granary.builder.build;

import granary.builder.Monitor;
import granary.builder.memory.MemoryNeed;
import granary.builder.memory.WorkingMemory;
import granary.builder.solve.LayerDistances;
import granary.builder.solve.LayerSolver;
import granary.builder.store.LayerWriter;
import granary.database.Database;

/** A solver that gives up in the middle of a layer. */
public final class FailingSolver implements LayerSolver {
    public static final String MESSAGE = "in the middle of the work";

    @Override
    public void solve(Database lower, WorkingMemory memory, LayerWriter writer, Monitor monitor) {
        writer.write(
                0, new short[writer.packing().digits()], 0, writer.packing().digits());
        throw new IllegalStateException(MESSAGE);
    }

    @Override
    public String description() {
        return "a solver that fails";
    }

    @Override
    public long steps(long positions) {
        return positions;
    }

    @Override
    public LayerDistances distances(Database database, int layer, WorkingMemory memory, Monitor monitor) {
        throw new IllegalStateException(MESSAGE);
    }

    @Override
    public long distanceSteps(long positions) {
        return positions;
    }

    @Override
    public MemoryNeed memory(int layer) {
        return new MemoryNeed(0, 0);
    }

    @Override
    public MemoryNeed distanceMemory(int layer) {
        return new MemoryNeed(0, 0);
    }
}
