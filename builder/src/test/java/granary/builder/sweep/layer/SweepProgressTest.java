package granary.builder.sweep.layer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.database.Build;
import granary.builder.store.DatabaseDirectory;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.format.FileKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepProgressTest {
    private static final Awari GAME = new Awari(6, RuleSet.OLYMPIAD);
    private static final int SEEDS = 11;

    @TempDir
    private Path directory;

    /** Adds up the steps of a layer, and keeps where each phase stood when it reported. */
    private static final class Steps implements Monitor {
        private final Map<String, List<Double>> shares = new LinkedHashMap<>();
        private String phase;
        private long all;
        private long done;

        @Override
        public void layerBegins(int layer, long positions, long steps) {
            shares.clear();
            all = steps;
            done = 0;
        }

        @Override
        public void phase(String name) {
            phase = name;
        }

        @Override
        public void advance(long steps) {
            assertTrue(steps >= 0, "steps " + steps);
            done += steps;
            shares.computeIfAbsent(phase, name -> new ArrayList<>()).add((double) done / all);
        }

        @Override
        public void layerEnds(int layer, long positions, Duration time) {
            assertEquals(all, done, "layer " + layer);
        }
    }

    private Steps build(boolean distances) throws IOException {
        Steps steps = new Steps();
        try (DatabaseDirectory database = new DatabaseDirectory(directory, GAME)) {
            SweepSolver solver = new SweepSolver(GAME, 1, KernelChoice.automatic());
            Build build = new Build(database, solver, steps);
            (distances ? build.with(FileKind.DISTANCES) : build).run(SEEDS);
        }
        return steps;
    }

    @Test
    void everyPhaseMovesAndAllStepsAreReported() throws IOException {
        Steps steps = build(false);
        assertEquals(
                List.of("conversion values", "sweep", "change propagation", "packing"),
                List.copyOf(steps.shares.keySet()));
        double before = 0;
        for (var phase : steps.shares.entrySet()) {
            double first = before;
            before = phase.getValue().getLast();
            double gain = before - first;
            boolean moves = phase.getValue().stream()
                            .filter(share -> share < first + 0.9 * gain)
                            .count()
                    >= 3;
            assertTrue(moves || phase.getKey().endsWith("packing"), phase.toString());
        }
        double atPropagation = steps.shares.get("sweep").getLast()
                - steps.shares.get("conversion values").getLast();
        double sweeps = steps.shares.get("change propagation").getLast()
                - steps.shares.get("conversion values").getLast();
        assertTrue(atPropagation > 0.6 * sweeps, atPropagation + " of " + sweeps);
        build(true);
    }

    @Test
    void sharesFollowTheDecayOfTheChangesAndNeverExceedTheWhole() {
        long[] told = {0};
        Monitor monitor = new Monitor() {
            @Override
            public void advance(long steps) {
                told[0] += steps;
            }
        };
        SweepProgress progress = new SweepProgress(monitor, 1000, 1 << 20, 1.0 / 256);
        long[] changed = {1 << 19, 1 << 18, 1 << 16, 1 << 17, 1 << 12, 1 << 11, 1 << 21, 0};
        long[] expected = {94, 188, 375, 562, 750, 900, 960, 1000};
        for (int i = 0; i < changed.length; i++) {
            long perTask = progress.begin(i == 5 || i == 6, 3);
            told[0] += 3 * perTask;
            progress.end(changed[i]);
            assertTrue(Math.abs(told[0] - expected[i]) <= 7, i + ": " + told[0]);
        }
        assertEquals(1000, told[0]);
    }
}
