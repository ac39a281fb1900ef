package granary.builder.sweep.outofcore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.database.BuildListener;
import granary.builder.database.DatabaseBuild;
import granary.builder.memory.FileWindow;
import granary.builder.memory.MemoryNeed;
import granary.builder.memory.MemoryProvider;
import granary.builder.memory.WorkingMemory;
import granary.builder.store.DatabaseDirectory;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.layer.SideTables;
import granary.builder.testing.Databases;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class OutOfCoreReadsTest {
    private static final Awari AWARI = new Awari(6, RuleSet.OLYMPIAD);
    private static final int SEEDS = 14;
    private static final SweepSolver SOLVER = new SweepSolver(AWARI, 2, KernelChoice.of(KernelChoice.fastest()));
    private static final long WORKING = SOLVER.need(SEEDS).memory().bytes();

    /** Pages are whole. */
    private static final double ALL = 1.01;

    @TempDir
    private Path directory;

    private static OutOfCoreReads reads(double share) {
        return new OutOfCoreReads(
                new LayerShape(AWARI, SEEDS), new SideTables(AWARI), new WorkerPool(2, Monitor.SILENT), (long)
                        (share * WORKING));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.4, 0.6, 0.9})
    void whatIsCountedIsWhatABuildReads(double share) throws IOException {
        List<Long> read = readByABuild(share);
        OutOfCoreReads counted = reads(share);
        assertEquals(read.getFirst(), counted.conversions(), "conversion values");
        for (int round = 1; round < read.size(); round++) {
            assertEquals(read.get(round), counted.round(), "round " + round);
        }
        assertTrue(read.size() > 5, "rounds of sweeps: " + read);
    }

    /** Returns how many bytes are read before the first round, and in each of the rounds over all positions. */
    private List<Long> readByABuild(double share) throws IOException {
        List<Long> sums = new ArrayList<>();
        FileWindow[] window = new FileWindow[1];
        Databases.build(directory, AWARI, SEEDS - 1, SOLVER);
        MemoryProvider memory = new MemoryProvider(directory, AWARI.identity(), () -> (long) (share * WORKING)) {
            @Override
            public WorkingMemory open(int layer, MemoryNeed need) throws IOException {
                window[0] = (FileWindow) super.open(layer, need);
                return window[0];
            }
        };
        BuildListener listener = new BuildListener() {
            private boolean isSweeping;

            @Override
            public void phase(String name) {
                isSweeping = name.equals("sweep");
                if (isSweeping && sums.isEmpty()) {
                    awaitReads();
                    sums.add(window[0].bytesRead());
                }
            }

            @Override
            public void sweep(int sweep, long changed) {
                if (isSweeping) {
                    awaitReads();
                    sums.add(window[0].bytesRead());
                }
            }

            private void awaitReads() {
                while (window[0].isBusy()) {
                    Thread.onSpinWait();
                }
            }
        };
        try (DatabaseDirectory database = new DatabaseDirectory(directory, AWARI)) {
            new DatabaseBuild(database, SOLVER, memory, listener).run(SEEDS);
        }
        List<Long> each = new ArrayList<>();
        for (int i = 0; i < sums.size(); i++) {
            each.add(sums.get(i) - (i == 0 ? 0 : sums.get(i - 1)));
        }
        return each;
    }

    @Test
    void theMoreIsInMemoryTheLessIsRead() {
        long last = Long.MAX_VALUE;
        for (double share : new double[] {0.4, 0.5, 0.7, 0.9, ALL}) {
            long all = reads(share).all().file();
            assertTrue(all < last, share + " of it in memory: " + all + ", with less: " + last);
            last = all;
        }
        OutOfCoreReads all = reads(ALL);
        long once = all.conversions() + all.round();
        assertTrue(once >= WORKING && once < 1.1 * WORKING, once + " bytes, with small gaps");
        assertEquals(0, all.round());
    }

    @ParameterizedTest
    @CsvSource({"6, 16", "6, 18", "6, 20", "4, 44", "8, 14"})
    void theLeastMemorySufficesAndNotMuchLess(int pits, int seeds) {
        LayerShape shape = new LayerShape(new Awari(pits, RuleSet.OLYMPIAD), seeds);
        long least = OutOfCoreLayer.leastBytes(shape);
        WorkerPool pool = new WorkerPool(2, Monitor.SILENT);
        SideTables tables = new SideTables(shape.awari);
        assertTrue(new OutOfCoreReads(shape, tables, pool, least).all().file() > 0);
        assertThrows(CheckFailedException.class, () -> new OutOfCoreReads(shape, tables, pool, least * 4 / 5));
    }

    @Test
    void theLayersBelowAreReadForEachGroup() {
        assertTrue(reads(0.4).all().lower() > reads(ALL).all().lower());
    }
}
