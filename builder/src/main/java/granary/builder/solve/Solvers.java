package granary.builder.solve;

import granary.builder.UserMistake;
import granary.game.Game;

/** The choice of a solver. */
public final class Solvers {
    private Solvers() {}

    /**
     * Returns a solver.
     *
     * @param id the solver's id, or null for the fastest that can solve the game
     * @param threads how many threads it may use
     * @throws UserMistake when there is no such solver or it cannot solve the game
     */
    public static LayerSolver of(String id, Game game, int threads) {
        if (id == null || id.equals("retrograde")) {
            return new RetrogradeSolver(game, threads);
        }
        throw new UserMistake("no solver '" + id + "'; there is retrograde");
    }
}
