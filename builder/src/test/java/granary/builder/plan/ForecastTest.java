package granary.builder.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.account.LayerSizes;
import granary.builder.plan.Forecast.Bottleneck;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForecastTest {
    private static final Awari GAME = new Awari(6, RuleSet.OLYMPIAD);
    private static final int TOP = 48;
    private static final double GIB = 1L << 30;

    /** 30 ns of a processor a position, 5 ms serial in a layer, tasks of a millisecond. */
    private static final Calibration CALIBRATION = new Calibration(
            2,
            List.of(new Calibration.LayerTimes(
                    20, 100_000_000, 1_505_000_000, 1_500_000_000, 3_000_000_000L, 15, List.of(new long[] {
                        1_000_000, 1_000_000
                    }))),
            40 * GIB,
            GIB);

    private static List<Forecast.Layer> layers(Machine machine) {
        SweepSolver solver = new SweepSolver(GAME, 2, KernelChoice.of("scalar"));
        return new Forecast(
                        CALIBRATION,
                        machine,
                        solver,
                        GAME,
                        false,
                        n -> new LayerSizes(GAME).scores(n).fileLength())
                .layers(TOP);
    }

    private static double seconds(List<Forecast.Layer> layers) {
        return layers.stream().mapToDouble(Forecast.Layer::seconds).sum();
    }

    @Test
    void onFastMemoryAndDiskTheCoresDecide() {
        Machine machine = new Machine(64, 10_000 * GIB, 10_000 * GIB, 10_000 * GIB);
        List<Forecast.Layer> layers = layers(machine);
        double positions = 0;
        for (int n = 0; n <= TOP; n++) {
            positions += GAME.size(n);
        }
        assertEquals(positions * 30e-9 / 64, seconds(layers), 1);
        assertEquals(Bottleneck.COMPUTE, layers.get(TOP).bottleneck());
        assertEquals(Bottleneck.SERIAL, layers.get(15).bottleneck());
    }

    @Test
    void slowMemoryOrDiskDecides() {
        Machine slowMemory = new Machine(64, 10_000 * GIB, 50 * GIB, 10_000 * GIB);
        assertEquals(Bottleneck.MEMORY, layers(slowMemory).get(TOP).bottleneck());
        double bytes = GAME.size(TOP) * 15.0 * 4;
        assertEquals(bytes / (50 * GIB), layers(slowMemory).get(TOP).seconds(), 1);
        Machine slowDisk = new Machine(64, 10_000 * GIB, 10_000 * GIB, GIB / 4);
        assertEquals(Bottleneck.DISK, layers(slowDisk).get(TOP).bottleneck());
    }

    @Test
    void withLittleMemoryTheLayersBelowAreReadAgain() {
        Machine large = new Machine(64, 2_000 * GIB, 10_000 * GIB, GIB);
        Machine small = new Machine(64, 540 * GIB, 10_000 * GIB, GIB);
        assertTrue(seconds(layers(small)) > seconds(layers(large)) + 300);
        assertEquals(Bottleneck.DISK, layers(small).get(TOP).bottleneck());
    }

    @Test
    void tasksGoToTheNextFreeThread() {
        List<long[]> runs = List.of(new long[] {4, 1, 1, 1, 1}, new long[] {2, 2});
        assertEquals(1, Schedule.efficiency(runs, 1), 1e-9);
        assertEquals(12.0 / 6 / 2, Schedule.efficiency(runs, 2), 1e-9);
        assertEquals(12.0 / 6 / 4, Schedule.efficiency(runs, 4), 1e-9);
    }
}
