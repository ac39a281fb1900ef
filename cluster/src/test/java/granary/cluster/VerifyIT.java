package granary.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.store.LayerFiles;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.testing.Databases;
import granary.builder.testing.Uninterrupted;
import granary.builder.verify.Verification;
import granary.cluster.statistics.ClusterStatistics;
import granary.cluster.verify.ClusterVerification;
import granary.database.Database;
import granary.database.Listing;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.statistics.LayerCounter;
import granary.statistics.StatisticsFiles;
import granary.testing.BitFlip;
import granary.testing.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster finds the same in a database as one machine. */
class VerifyIT {
    private static final int TOP = 9;

    private static final Awari AWARI = new Awari(6, RuleSet.ABAPA);

    @TempDir
    private static Path whole;

    @TempDir
    private Path directory;

    @BeforeAll
    static void build() throws IOException {
        Databases.buildWithDistances(whole, AWARI, TOP - 1, new SweepSolver(AWARI, 2, KernelChoice.automatic()));
        Databases.build(whole, AWARI, TOP, new SweepSolver(AWARI, 2, KernelChoice.automatic()));
    }

    @BeforeEach
    void copy() throws IOException {
        Uninterrupted.copy(whole, directory);
    }

    private static Tasks tasks() throws IOException {
        return new Tasks(
                JavaSparkContext.fromSparkContext(SparkCluster.get().session().sparkContext()));
    }

    @Test
    void aWholeDatabaseIsProvedAsFarAsThereAreDistances() throws IOException {
        ClusterVerification verification = new ClusterVerification(tasks(), new Listing(directory));
        List<String> errors = new ArrayList<>();
        assertEquals(List.of(), verification.damages(TOP));
        assertEquals(Verification.Finding.PROVED, verification.positions(TOP - 1, errors));
        assertEquals(Verification.Finding.CONSISTENT, verification.positions(TOP, errors));
        assertEquals(List.of(), errors);
    }

    @Test
    void damagedChunksAreNamed() throws IOException {
        Path file = directory.resolve("layer-009.granary");
        BitFlip.flip(file, 8L * (LayerHeader.LENGTH + LayerHeader.CHUNK_LENGTH + 77));
        List<String> found = new ClusterVerification(tasks(), new Listing(directory))
                .damages(TOP).stream().map(Exception::getMessage).toList();
        assertTrue(found.getFirst().startsWith(file + ", byte " + (LayerHeader.LENGTH + LayerHeader.CHUNK_LENGTH)));
        List<String> expected =
                Verification.damages(new Listing(directory), AWARI, TOP, new WorkerPool(1, Monitor.SILENT)).stream()
                        .map(Exception::getMessage)
                        .toList();
        assertEquals(expected, found);
    }

    @Test
    void falseScoresAreNamed() throws IOException {
        falsify(new long[] {5, 777, 100_000});
        List<String> found = new ArrayList<>();
        new ClusterVerification(tasks(), new Listing(directory)).positions(TOP, found);
        List<String> expected = new ArrayList<>();
        try (LayerFiles files = new LayerFiles(directory)) {
            new Verification(files, 1, Monitor.SILENT).positions(TOP, expected);
        }
        assertEquals(expected, found);
        assertTrue(found.stream().anyMatch(error -> error.contains("rank 777,")), found::toString);
    }

    /** Writes the top layer again with other scores at some ranks and with right checksums. */
    private void falsify(long[] ranks) throws IOException {
        short[] scores = Databases.values(directory, FileKind.SCORES, TOP);
        for (long rank : ranks) {
            scores[(int) rank] += (short) (scores[(int) rank] > 0 ? -1 : 1);
        }
        Databases.publish(directory, AWARI, FileKind.SCORES, TOP, scores);
    }

    @Test
    void statisticsAreTheSameFiles() throws IOException {
        try (Database database = Database.open(directory);
                LayerFiles files = new LayerFiles(directory)) {
            LayerCounter counter = new LayerCounter(files, 1, Monitor.SILENT);
            ClusterStatistics cluster = new ClusterStatistics(tasks(), database);
            for (int layer : List.of(TOP - 1, TOP)) {
                Path file = directory.resolve(StatisticsFiles.name(layer));
                new StatisticsFiles(database).keep(counter.count(layer, true));
                byte[] expected = Files.readAllBytes(file);
                Files.delete(file);
                assertTrue(cluster.count(layer));
                assertEquals(new String(expected, StandardCharsets.UTF_8), Files.readString(file));
            }
        }
    }

    @Test
    void commandLineNamesDamage() throws IOException, InterruptedException {
        Path file = directory.resolve("layer-008.granary");
        BitFlip.flip(file, 8L * (LayerHeader.LENGTH + 77));
        SparkCluster cluster = SparkCluster.get();
        cluster.endSession(); // which has all cores
        Outcome outcome = cluster.submit("cluster", "verify", "--dir", directory, "--layers", "8..8")
                .await();
        assertEquals(1, outcome.exitCode(), outcome::toString);
        assertTrue(outcome.err().contains("granary: " + file + ", byte 4096: expected chunk "), outcome::toString);
    }
}
