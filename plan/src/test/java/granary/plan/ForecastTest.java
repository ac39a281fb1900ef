package granary.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.account.Account;
import granary.builder.account.LayerSizes;
import granary.builder.account.Needs;
import granary.builder.memory.MainMemory;
import granary.builder.solve.LayerNeed;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.plan.Calibration.LayerTimes;
import granary.plan.Forecast.Bottleneck;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ForecastTest {
    private static final Awari GAME = new Awari(6, RuleSet.OLYMPIAD);
    private static final int TOP = 48;
    private static final double GIB = 1L << 30;

    private static final int CALIBRATED = 20;
    private static final double NANOS = 30;
    private static final double GROWN = 1.56;

    /** 30 ns of a processor a position, 5 ms serial in a layer, tasks of a millisecond; layer 13 took a second while Java was cold. */
    static final Calibration CALIBRATION = new Calibration(
            2,
            List.of(
                    new LayerTimes(13, GAME.size(13), 1_000_000_000, 950_000_000, 1_900_000_000, 16, List.of()),
                    new LayerTimes(
                            CALIBRATED,
                            100_000_000,
                            1_505_000_000,
                            1_500_000_000,
                            3_000_000_000L,
                            15,
                            List.of(new long[] {1_000_000, 1_000_000}))),
            new Growth(new TreeMap<>(Map.of(CALIBRATED, 1.0, TOP, GROWN))),
            40 * GIB,
            GIB,
            GIB);

    private static final SweepSolver SOLVER = new SweepSolver(GAME, 2, KernelChoice.of("scalar"));

    private static Machine machine(int cores, double memory, double memoryBandwidth, double diskBandwidth) {
        return new Machine(cores, memory, memoryBandwidth, diskBandwidth, diskBandwidth);
    }

    private static List<Forecast.Layer> layers(Machine machine) {
        return layers(machine, TOP);
    }

    private static List<Forecast.Layer> layers(Machine machine, int top) {
        return new Forecast(CALIBRATION, machine, SOLVER, GAME, false, ForecastTest::fileBytes).layers(top);
    }

    private static long fileBytes(int layer) {
        return new LayerSizes(GAME).scores(layer).fileLength();
    }

    /** 30 ns to the layer of the calibration, and a fiftieth of that more in each after it. */
    private static double workSeconds(int layer, int cores) {
        double factor = 1 + (GROWN - 1) * Math.max(0, layer - CALIBRATED) / (TOP - CALIBRATED);
        return GAME.size(layer) * NANOS / 1e9 * factor / cores;
    }

    private static double seconds(List<Forecast.Layer> layers) {
        return layers.stream().mapToDouble(Forecast.Layer::seconds).sum();
    }

    @Test
    void onFastMemoryAndDiskTheCoresDecide() {
        Machine machine = machine(64, 10_000 * GIB, 10_000 * GIB, 10_000 * GIB);
        List<Forecast.Layer> layers = layers(machine);
        double expected = 0;
        for (int n = 0; n <= TOP; n++) {
            expected += workSeconds(n, 64);
        }
        assertEquals(expected, seconds(layers), 2);
        assertEquals(workSeconds(40, 64), layers.get(40).seconds(), 0.01);
        assertEquals(Bottleneck.COMPUTE, layers.get(TOP).bottleneck());
        assertEquals(Bottleneck.SERIAL, layers.get(15).bottleneck());
    }

    @Test
    void slowMemoryOrDiskDecides() {
        Machine slowMemory = machine(64, 10_000 * GIB, 50 * GIB, 10_000 * GIB);
        assertEquals(Bottleneck.MEMORY, layers(slowMemory).get(TOP).bottleneck());
        double bytes = GAME.size(TOP) * 15.0 * 4;
        assertEquals(bytes / (50 * GIB), layers(slowMemory).get(TOP).seconds(), 1);
        Machine slowDisk = machine(64, 10_000 * GIB, 10_000 * GIB, GIB / 4);
        assertEquals(Bottleneck.DISK, layers(slowDisk).get(TOP).bottleneck());
    }

    @Test
    void withLittleMemoryTheLayersBelowAreReadAgain() {
        Machine large = machine(64, 2_000 * GIB, 10_000 * GIB, GIB);
        Machine small = machine(64, 560 * GIB, 10_000 * GIB, GIB);
        assertTrue(seconds(layers(small)) > seconds(layers(large)) + 300);
        assertEquals(Bottleneck.DISK, layers(small).get(TOP).bottleneck());
    }

    @Test
    void aLayerThatTheCalibrationBuiltTakesWhatItTook() {
        Machine here = machine(2, 64 * GIB, 40 * GIB, GIB);
        assertEquals(1, layers(here, 15).get(13).seconds(), 1e-9);
        assertTrue(layers(here, 15).get(14).seconds() < 1);
        double cold = 1 - workSeconds(13, 2);
        Machine large = machine(64, 64 * GIB, 10_000 * GIB, GIB);
        assertEquals(cold + workSeconds(13, 64), layers(large, 15).get(13).seconds(), 0.01);
        assertEquals(Bottleneck.SERIAL, layers(large, 15).get(13).bottleneck());
    }

    @Test
    void whatMemoryDoesNotHoldBesideTheLayerAndTheFileBeforeItIsReadWhileThreadsWait() {
        int layer = 33;
        Account account = new Account(GAME, SOLVER, SOLVER::distanceNeed, Long.MAX_VALUE);
        Needs needs = account.build(layer, true, false);
        double enough = (double) needs.memory() + needs.heap() + account.read(layer) + fileBytes(layer - 1);
        double all = layers(machine(2, enough, 40 * GIB, GIB), layer).get(layer).seconds();
        assertEquals(workSeconds(layer, 2), all, 0.1);
        assertEquals(
                all,
                layers(machine(2, 2 * enough, 40 * GIB, GIB), layer).get(layer).seconds(),
                1e-6);
        double less = layers(machine(2, enough - 3 * GIB, 40 * GIB, GIB), layer)
                .get(layer)
                .seconds();
        assertEquals(all + 3, less, 1e-6);
    }

    @Test
    void whatALayerOnTheDiskReadsAndWritesIsCounted() {
        int layer = 20;
        long heap = Math.min(MainMemory.LARGEST_HEAP, Runtime.getRuntime().maxMemory());
        Machine slow = machine(2, (heap + 300.0 * (1 << 20)) * 32 / 31, 40 * GIB, GIB / 1024);
        LayerNeed need = SOLVER.need(layer);
        long half = slow.workingMemory();
        assertTrue(half > need.memory().bytes() / 2 && half < need.memory().bytes(), half + " bytes");
        LayerNeed.Reads reads = need.window().reads().apply(half);
        Forecast.Layer onDisk = layers(slow, layer).get(layer);
        assertEquals(reads.file(), onDisk.fileRead());
        assertEquals(reads.written(), onDisk.fileWritten());
        double lower = (double) reads.lower() * new Account(GAME, SOLVER, SOLVER::distanceNeed, half).read(layer);
        double moved = reads.file() + reads.written() + lower + fileBytes(layer - 1) + fileBytes(layer);
        assertEquals(
                moved / (GIB / 1024),
                onDisk.seconds(),
                0.12 * onDisk.seconds(),
                "its file is written while it is packed, too");
        double slowReads = new Machine(2, slow.memory(), 40 * GIB, GIB / 1024, GIB / 2048).windowBandwidth();
        assertEquals(
                (reads.file() + reads.written() + lower) / slowReads + workSeconds(layer, 2),
                layers(new Machine(2, slow.memory(), 40 * GIB, 1000 * GIB, slowReads), layer)
                        .get(layer)
                        .seconds(),
                1);
        assertEquals(Bottleneck.DISK, onDisk.bottleneck());
        assertEquals(0, layers(slow, layer).get(layer - 2).fileRead());
        Machine tiny = machine(2, 2 * GIB, 40 * GIB, GIB);
        assertTrue(
                layers(tiny, 23).get(23).fileRead()
                        > 20 * SOLVER.need(23).memory().bytes(),
                "a tenth is in memory");
        assertEquals(0, layers(tiny, 25).get(25).fileRead(), "it does not fit");
    }

    @Test
    void theLastFileIsWrittenWhileItIsPackedAndThen() {
        Machine fast = machine(2, 2_000 * GIB, 40 * GIB, 10_000 * GIB);
        Machine slow = machine(2, 2_000 * GIB, 40 * GIB, GIB / 8);
        double solving = layers(fast).get(TOP).seconds();
        assertEquals(workSeconds(TOP, 2), solving, 1);
        assertEquals(
                0.9 * solving + fileBytes(TOP) / (GIB / 8),
                layers(slow).get(TOP).seconds(),
                1);
    }

    @Test
    void aBetterMachineIsNeverSlower() {
        double slowest = seconds(layers(machine(64, 600 * GIB, 100 * GIB, GIB)));
        assertTrue(seconds(layers(machine(128, 600 * GIB, 100 * GIB, GIB))) < slowest);
        assertTrue(seconds(layers(machine(64, 700 * GIB, 100 * GIB, GIB))) < slowest);
        assertTrue(seconds(layers(machine(64, 600 * GIB, 200 * GIB, GIB))) < slowest);
        assertTrue(seconds(layers(machine(64, 600 * GIB, 100 * GIB, 2 * GIB))) < slowest);
    }

    @Test
    void largerLayersTakeLonger() {
        List<Forecast.Layer> layers = layers(machine(64, 768 * GIB, 400 * GIB, 2 * GIB));
        for (int n = 15; n <= TOP; n++) {
            assertTrue(layers.get(n).seconds() > layers.get(n - 1).seconds(), "layer " + n);
        }
    }

    @Test
    void tasksGoToTheNextFreeThread() {
        List<long[]> runs = List.of(new long[] {4, 1, 1, 1, 1}, new long[] {2, 2});
        assertEquals(1, Schedule.efficiency(runs, 1), 1e-9);
        assertEquals(12.0 / 6 / 2, Schedule.efficiency(runs, 2), 1e-9);
        assertEquals(12.0 / 6 / 4, Schedule.efficiency(runs, 4), 1e-9);
    }
}
