package granary.builder.database;

import granary.builder.Monitor;
import granary.builder.memory.LayerNeeds;
import granary.builder.memory.WorkingMemory;
import granary.builder.solve.LayerSolver;
import granary.builder.store.LayerFiles;
import granary.builder.store.LayerWriter;

/** A solver that gives up in the middle of a layer. */
public final class FailingSolver implements LayerSolver {
    public static final String MESSAGE = "in the middle of the work";

    @Override
    public LayerNeeds need(int layer) {
        return LayerNeeds.NONE;
    }

    @Override
    public void solve(int layer, LayerFiles lower, WorkingMemory memory, LayerWriter writer, Monitor monitor) {
        int unit = writer.packing().wholeBytes();
        writer.write(0, new short[unit], 0, unit);
        throw new IllegalStateException(MESSAGE);
    }

    @Override
    public String description() {
        return "a solver that fails";
    }
}
