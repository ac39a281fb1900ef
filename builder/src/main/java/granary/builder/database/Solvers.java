package granary.builder.database;

import granary.awari.Awari;
import granary.builder.InvalidRequestException;
import granary.builder.memory.LayerNeeds;
import granary.builder.solve.LayerSolver;
import granary.builder.solve.RetrogradeSolver;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.format.FileKind;
import granary.game.Game;
import java.util.List;
import java.util.Set;

/** Chooses a solver. */
public final class Solvers {
    private static final String RETROGRADE = "retrograde";
    private static final String SWEEP = "sweep";

    private Solvers() {}

    /** Returns the fastest solver for a game, on all processors. */
    public static LayerSolver fastest(Game game) {
        return of(null, game, Runtime.getRuntime().availableProcessors(), KernelChoice.automatic());
    }

    /**
     * Returns a solver.
     *
     * @param id the solver's id, or null for the fastest one for the game
     * @param game the game
     * @param threads how many threads it may use
     * @throws InvalidRequestException when there is no such solver, or it does not solve this game
     */
    public static LayerSolver of(String id, Game game, int threads, KernelChoice kernels) {
        String chosen = id != null ? id : game instanceof Awari ? SWEEP : RETROGRADE;
        return switch (chosen) {
            case RETROGRADE -> new RetrogradeSolver(game, threads);
            case SWEEP -> {
                if (game instanceof Awari awari) {
                    yield new SweepSolver(awari, threads, kernels);
                }
                throw new InvalidRequestException(
                        "the sweep solver solves awari only; for " + game.type().id() + " use --solver " + RETROGRADE);
            }
            default ->
                throw new InvalidRequestException("no solver '" + id + "'; choose " + SWEEP + " or " + RETROGRADE);
        };
    }

    /**
     * Returns the solver of distances to conversion and bounds for a solver of scores: the same if it sweeps.
     *
     * @throws InvalidRequestException when nothing computes them for this game
     */
    public static SweepSolver ofOptional(LayerSolver solver, Game game) {
        if (solver instanceof SweepSolver sweeps) {
            return sweeps;
        }
        if (game instanceof Awari awari) {
            return new SweepSolver(awari, solver.threads(), KernelChoice.automatic());
        }
        throw new InvalidRequestException("distances and bounds are computed for awari only, not for "
                + game.type().id());
    }

    /** Returns the needs of a solver of scores, and of the solver of the rest, for some files of a layer, one after the other. */
    public static LayerNeeds need(LayerSolver solver, Game game, int layer, Set<FileKind> kinds) {
        LayerNeeds need = kinds.stream()
                .sorted()
                .map(kind -> kind.isOptional() ? ofOptional(solver, game).need(kind, layer) : solver.need(layer))
                .reduce(LayerNeeds::and)
                .orElse(LayerNeeds.NONE);
        return solver instanceof SweepSolver sweeps && kinds.containsAll(List.of(FileKind.SCORES, FileKind.DISTANCES))
                ? need.without(sweeps.loadingSteps(layer))
                : need;
    }
}
