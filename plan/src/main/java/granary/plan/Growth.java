package granary.plan;

import granary.awari.Awari;
import granary.builder.Monitor;
import granary.builder.solve.LayerSolver;
import granary.builder.sweep.SweepSolver;
import granary.game.Game;
import granary.plan.rehearse.Rehearsal;
import granary.plan.rehearse.TaskRates;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How much more work a position takes in larger layers than in one that was built, because tables, rows and values leave the caches and
 * more pages are walked. Immutable.
 *
 * @param factors how many times as much, by layer: at the least the layer that was built, with 1. Between two of them it grows evenly;
 *     above the last it is not known, and taken to stay the same
 */
public record Growth(NavigableMap<Integer, Double> factors) {
    /** The most layers between two that are measured. */
    private static final int APART = 9;

    /** Heap that is left free beside what a build takes: for the rest of the program. */
    private static final long HEAP_BESIDE = 256L << 20;

    /** Keeps a copy of the factors. */
    public Growth {
        factors = Collections.unmodifiableNavigableMap(new TreeMap<>(factors));
    }

    /**
     * Measures tasks of layers above one that was built, on their tables: up to the largest whose tables the heap holds. Measures nothing
     * where there is no room for files in memory, or no sweep solver.
     *
     * @param built a layer that was built
     * @param busyNanos how long the tasks of each of its phases took
     * @param top the largest layer of interest
     * @param monitor hears which layers; may stop it
     */
    static Growth measure(
            Game game, LayerSolver solver, int built, Map<String, Long> busyNanos, int top, Monitor monitor)
            throws IOException {
        NavigableMap<Integer, Double> factors = new TreeMap<>(Map.of(built, 1.0));
        long heap = Runtime.getRuntime().maxMemory() - HEAP_BESIDE;
        int largest = top;
        while (largest > built && solver.need(largest).heap() > heap) {
            largest--;
        }
        Optional<Path> directory = Rehearsal.directoryInMemory();
        if (largest > built
                && directory.isPresent()
                && game instanceof Awari awari
                && solver instanceof SweepSolver sweeps) {
            Map<String, Double> first = measure(awari, sweeps, built, directory.get(), monitor);
            int steps = (largest - built + APART - 1) / APART;
            for (int step = 1; step <= steps; step++) {
                int layer = built + (largest - built) * step / steps;
                factors.put(layer, factor(busyNanos, first, measure(awari, sweeps, layer, directory.get(), monitor)));
            }
        }
        return new Growth(factors);
    }

    private static Map<String, Double> measure(
            Awari awari, SweepSolver solver, int layer, Path directory, Monitor monitor) throws IOException {
        monitor.phase("tasks of layer " + layer);
        return TaskRates.measure(awari, layer, solver.threads(), solver.kernels(layer), directory, monitor);
    }

    /** Each phase grows as its tasks do, sweeps for distances as those for scores. Phases without tasks of their own do not grow. */
    static double factor(Map<String, Long> busyNanos, Map<String, Double> before, Map<String, Double> now) {
        double grown = 0;
        double all = 0;
        for (Map.Entry<String, Long> phase : busyNanos.entrySet()) {
            double ratio = now.keySet().stream()
                    .filter(phase.getKey()::endsWith)
                    .mapToDouble(name -> now.get(name) / before.get(name))
                    .findFirst()
                    .orElse(1);
            grown += phase.getValue() * ratio;
            all += phase.getValue();
        }
        return grown / all;
    }

    /** Returns the factor for a layer. */
    double at(int layer) {
        Map.Entry<Integer, Double> below = factors.floorEntry(layer);
        Map.Entry<Integer, Double> above = factors.ceilingEntry(layer);
        if (below == null || above == null) {
            return below == null ? above.getValue() : below.getValue();
        }
        int apart = above.getKey() - below.getKey();
        double part = apart == 0 ? 0 : (double) (layer - below.getKey()) / apart;
        return below.getValue() + part * (above.getValue() - below.getValue());
    }
}
