package granary.builder.database;

import granary.builder.Monitor;
import granary.builder.memory.WholeMemory;
import granary.builder.solve.LayerNeed;
import granary.builder.solve.LayerSolver;
import granary.builder.solve.RetrogradeSolver;
import granary.builder.store.LayerSource;
import granary.builder.store.LayerWriter;
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
    public LayerNeed need(int layer) {
        return right.need(layer);
    }

    @Override
    public void solve(int layer, LayerSource lower, WholeMemory memory, LayerWriter writer, Monitor monitor)
            throws IOException {
        if (layer == wrong) {
            short[] zeros = new short[(int) game.size(wrong)];
            writer.write(0, zeros, 0, zeros.length);
        } else {
            right.solve(layer, lower, memory, writer, monitor);
        }
    }

    @Override
    public String description() {
        return "a solver that errs";
    }
}
