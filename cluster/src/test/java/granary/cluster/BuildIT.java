package granary.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.database.Build;
import granary.builder.memory.WorkFiles;
import granary.builder.store.DatabaseDirectory;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.testing.Databases;
import granary.cluster.layer.ClusterSolver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Builds on a cluster, also such as are disturbed, against builds of one process. */
class BuildIT {
    private static final int TOP = 14;
    /** The driver solves what is smaller by itself: here all layers but the last two. */
    private static final long SMALL = 2_000_000;

    @TempDir
    private Path expected;

    @TempDir
    private Path actual;

    private static Awari awari(RuleSet rules) {
        return new Awari(6, rules);
    }

    private void expect(RuleSet rules, int top) throws IOException {
        Databases.build(expected, awari(rules), top, new SweepSolver(awari(rules), 2, KernelChoice.automatic()));
    }

    /** Builds with a driver in this process. */
    private void build(RuleSet rules, int top, long small, SweepListener listener) throws IOException {
        Tasks tasks = new Tasks(
                JavaSparkContext.fromSparkContext(SparkCluster.get().session().sparkContext()));
        ClusterSolver solver = new ClusterSolver(tasks, actual, awari(rules), 2, 2_000_000, small);
        try (DatabaseDirectory database = new DatabaseDirectory(actual, awari(rules))) {
            new Build(database, solver, listener).run(top);
        }
    }

    /** Is notified of sweeps alone. */
    private interface SweepListener extends Monitor {
        @Override
        void sweep(int number, long changed);
    }

    @ParameterizedTest
    @EnumSource(RuleSet.class)
    void filesAreThoseOfOneMachineUnderAllRules(RuleSet rules) throws IOException {
        expect(rules, TOP);
        Path state = state(rules, TOP);
        int[] last = {0};
        build(rules, TOP, SMALL, (superstep, changed) -> last[0] = Files.exists(state) ? superstep : 0);
        assertEquals(Databases.contents(expected), Databases.contents(actual));
        assertTrue(last[0] > 1, "the cluster has solved the last layer");
    }

    @Test
    void killedExecutorIsReplaced() throws IOException {
        expect(RuleSet.OLYMPIAD, 12);
        List<Long> killed = new ArrayList<>();
        Path state = state(RuleSet.OLYMPIAD, 12);
        build(RuleSet.OLYMPIAD, 12, 1_000_000, (superstep, changed) -> {
            if (superstep == 2 && Files.exists(state)) {
                // the next superstep has to do without
                ProcessHandle executor = executors().getFirst();
                killed.add(executor.pid());
                executor.destroyForcibly();
            }
        });
        assertEquals(1, killed.size());
        assertEquals(Databases.contents(expected), Databases.contents(actual));
        SparkCluster.await("another executor", () -> executors().size() == 2);
        assertFalse(executors().stream().anyMatch(executor -> killed.contains(executor.pid())));
    }

    private Path state(RuleSet rules, int layer) {
        return new WorkFiles(actual, awari(rules).identity()).partitions(layer).resolve("state.json");
    }

    private static List<ProcessHandle> executors() {
        try {
            return SparkCluster.get().executors();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void buildResumesWhereDriverWasKilled() throws IOException, InterruptedException {
        expect(RuleSet.STRICT, 12);
        SparkCluster cluster = SparkCluster.get();
        cluster.endSession(); // which has all cores
        List<Object> command = List.of(
                "cluster",
                "build",
                "--dir",
                actual,
                "--seeds",
                12,
                "--rules",
                "strict",
                "--small-layer",
                1_000_000,
                "--task-bytes",
                2_000_000);
        Process driver = cluster.submit(command.toArray()).process();
        Path state = state(RuleSet.STRICT, 12);
        SparkCluster.await("the third superstep", () -> superstep(state) >= 3);
        driver.destroyForcibly().waitFor();
        int reached = superstep(state);
        assertTrue(reached >= 3);
        assertFalse(Files.exists(actual.resolve("layer-012.granary")));
        List<Integer> supersteps = new ArrayList<>();
        build(RuleSet.STRICT, 12, 1_000_000, (superstep, changed) -> supersteps.add(superstep));
        assertEquals(reached + 1, supersteps.getFirst());
        assertEquals(Databases.contents(expected), Databases.contents(actual));
    }

    private static int superstep(Path state) {
        try {
            return Files.exists(state)
                    ? JsonParser.parseString(Files.readString(state))
                            .getAsJsonObject()
                            .get("superstep")
                            .getAsInt()
                    : 0;
        } catch (IOException e) {
            return 0; // deleted or replaced just now
        }
    }
}
