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
import java.util.function.Consumer;
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

    /** Builds with a driver in this process, and returns its lines. */
    private List<String> build(RuleSet rules, int top, long small, Consumer<String> log) throws IOException {
        List<String> lines = new ArrayList<>();
        Tasks tasks = new Tasks(
                JavaSparkContext.fromSparkContext(SparkCluster.get().session().sparkContext()));
        ClusterSolver solver = new ClusterSolver(
                tasks, actual, awari(rules), 2, new ClusterSolver.Settings(500_000, 1 << 30, small, 8), line -> {
                    lines.add(line);
                    log.accept(line);
                });
        try (DatabaseDirectory database = new DatabaseDirectory(actual, awari(rules))) {
            new Build(database, solver, Monitor.SILENT).run(top);
        }
        return lines;
    }

    @ParameterizedTest
    @EnumSource(RuleSet.class)
    void filesAreThoseOfOneMachineUnderAllRules(RuleSet rules) throws IOException {
        expect(rules, TOP);
        List<String> lines = build(rules, TOP, SMALL, line -> {});
        assertEquals(Databases.contents(expected), Databases.contents(actual));
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("layer 14, superstep 2:")), lines::toString);
    }

    @Test
    void killedExecutorIsReplaced() throws IOException {
        expect(RuleSet.OLYMPIAD, 12);
        List<Long> killed = new ArrayList<>();
        build(RuleSet.OLYMPIAD, 12, 1_000_000, line -> {
            if (line.startsWith("layer 12, superstep 2:")) {
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
                "--partition-bytes",
                500_000,
                "--verbose");
        Process driver = cluster.submit(command.toArray()).process();
        Path state = new WorkFiles(actual, awari(RuleSet.STRICT).identity())
                .partitions(12)
                .resolve("state.json");
        SparkCluster.await("the third superstep", () -> superstep(state) >= 3);
        driver.destroyForcibly().waitFor();
        int reached = superstep(state);
        assertTrue(reached >= 3);
        assertFalse(Files.exists(actual.resolve("layer-012.granary")));
        List<String> lines = build(RuleSet.STRICT, 12, 1_000_000, line -> {});
        assertEquals("layer 12: resuming after superstep " + reached, lines.getFirst());
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
