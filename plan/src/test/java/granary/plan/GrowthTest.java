package granary.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.solve.RetrogradeSolver;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.testing.Thorough;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class GrowthTest {
    private static final Awari GAME = new Awari(6, RuleSet.OLYMPIAD);

    @Test
    void betweenTwoLayersItGrowsEvenlyAndOutsideItStays() {
        Growth growth = new Growth(new TreeMap<>(Map.of(20, 1.0, 30, 1.5, 40, 1.6)));
        assertEquals(1, growth.at(3));
        assertEquals(1, growth.at(20));
        assertEquals(1.2, growth.at(24), 1e-12);
        assertEquals(1.5, growth.at(30));
        assertEquals(1.55, growth.at(35), 1e-12);
        assertEquals(1.6, growth.at(48));
    }

    @Test
    void eachPhaseGrowsAsItsTasksDo() {
        Map<String, Double> before = Map.of("sweep", 2.0, "packing", 4.0);
        Map<String, Double> now = Map.of("sweep", 3.0, "packing", 4.0);
        assertEquals(1.5, Growth.factor(Map.of("sweep", 70L), before, now), 1e-12);
        // a half of the time is that of sweeps, for scores and for distances
        Map<String, Long> busy = Map.of("sweep", 30L, "distance sweep", 20L, "packing", 40L, "tables", 10L);
        assertEquals(1.25, Growth.factor(busy, before, now), 1e-12);
    }

    @Test
    @Thorough
    void layersAboveTheOneThatWasBuiltAreMeasuredUpToTheLargest() throws IOException {
        SweepSolver solver = new SweepSolver(GAME, 2, KernelChoice.of("scalar"));
        Map<String, Long> busy =
                Map.of("conversion values", 30L, "sweep", 50L, "change propagation", 10L, "packing", 10L);
        Growth growth = Growth.measure(GAME, solver, 6, busy, 16, Monitor.SILENT);
        assertEquals(List.of(6, 11, 16), List.copyOf(growth.factors().keySet()));
        growth.factors().values().forEach(factor -> assertTrue(factor > 0 && factor < Double.MAX_VALUE, "" + factor));
        assertEquals(1, Growth.measure(GAME, solver, 6, busy, 6, Monitor.SILENT).at(6));
    }

    @Test
    void withoutSweepsNothingIsMeasured() throws IOException {
        Growth growth =
                Growth.measure(GAME, new RetrogradeSolver(GAME, 2), 6, Map.of("settle", 1L), 16, Monitor.SILENT);
        assertEquals(Map.of(6, 1.0), growth.factors());
    }
}
