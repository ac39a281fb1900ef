package granary.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.testing.Databases;
import granary.builder.testing.Uninterrupted;
import granary.database.Database;
import granary.format.LayerHeader;
import granary.testing.BitFlip;
import granary.testing.TestRandom;
import granary.testing.compressed.CompressedLayers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The data source, asked in SQL. */
class SourceIT {
    private static final int TOP = 9;

    @TempDir
    static Path directory;

    private static SparkSession spark;
    private static Database database;

    @BeforeAll
    static void build() throws IOException {
        Awari awari = new Awari(6, RuleSet.OLYMPIAD);
        Databases.buildWithDistances(directory, awari, TOP - 1, new SweepSolver(awari, 2, KernelChoice.automatic()));
        Databases.build(directory, awari, TOP, new SweepSolver(awari, 2, KernelChoice.automatic()));
        database = Database.open(directory);
        spark = SparkCluster.get().session();
        spark.read()
                .format("granary")
                .option("chunksPerPartition", 1)
                .load(directory.toString())
                .createOrReplaceTempView("positions");
    }

    private static List<Row> sql(String query) {
        return spark.sql(query).collectAsList();
    }

    @Test
    void countsOfScoresAreThoseOfTheDatabase() {
        long[][] expected = new long[TOP + 1][2 * TOP + 1];
        for (int layer = 0; layer <= TOP; layer++) {
            for (long rank = 0; rank < database.game().size(layer); rank++) {
                expected[layer][TOP + database.table(layer).value(rank)]++;
            }
        }
        long[][] actual = new long[TOP + 1][2 * TOP + 1];
        sql("select layer, score, count(*) from positions group by layer, score")
                .forEach(row -> actual[row.getInt(0)][TOP + row.getInt(1)] = row.getLong(2));
        assertTrue(Arrays.deepEquals(expected, actual));
    }

    @Test
    void everyRowIsThePositionOfItsRank() {
        Random random = TestRandom.create();
        int layer = 4 + random.nextInt(TOP - 3);
        List<Row> rows = sql("select * from positions where layer = " + layer + " order by rank");
        assertEquals(database.game().size(layer), rows.size());
        int[] board = new int[12];
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            database.game().unrank(layer, i, board);
            Integer distance = layer < TOP ? (Integer) database.distance(board) : null;
            assertEquals(
                    List.of(
                            "6",
                            "olympiad",
                            layer,
                            (long) i,
                            Arrays.stream(board).boxed().toList(),
                            database.score(board),
                            String.valueOf(distance)),
                    List.of(
                            row.get(0),
                            row.get(1),
                            row.get(2),
                            row.get(3),
                            row.getList(4),
                            row.get(5),
                            String.valueOf(row.get(6))));
        }
    }

    @Test
    void scoresOfACompressedLayerAreThoseOfThePackedOne(@TempDir Path small) throws IOException {
        Uninterrupted.copy(directory, small);
        CompressedLayers.compress(small, 4, TOP);
        spark.read().format("granary").load(small.toString()).createOrReplaceTempView("small");
        String query = "select rank, score from %s where layer = " + TOP + " order by rank";
        assertEquals(sql(query.formatted("positions")), sql(query.formatted("small")));
    }

    @Test
    void filtersOfLayerRankAndBoardReachTheFiles() {
        assertScanned(1, "select score from positions where layer = 7 and rank = 100");
        assertScanned(50, "select score from positions where layer between 6 and 6 and rank >= 50 and 100 > rank");
        assertScanned(12 + 78, "select score from positions where layer in (1, 2, 77)");
        assertScanned(0, "select score from positions where layer < 0");
        assertScanned(0, "select score from positions where rank > 9223372036854775806");
        String board = "array(1, 0, 0, 2, 0, 1, 0, 3, 0, 0, 1, 1)";
        assertScanned(1, "select score from positions where board = " + board);
        assertScanned(0, "select score from positions where board = " + board + " and layer = 8");
        assertScanned(0, "select score from positions where board = array(1, 2)");
        assertScanned(0, "select score from positions where board = array(-1, 0, 0, 2, 0, 1, 0, 3, 0, 0, 1, 2)");
        assertEquals(
                database.score(new int[] {1, 0, 0, 2, 0, 1, 0, 3, 0, 0, 1, 1}),
                sql("select score from positions where board = " + board).get(0).getInt(0));
    }

    /** The rows that leave the source are those that are asked for: nothing is filtered afterwards. */
    private static void assertScanned(long rows, String query) {
        Dataset<Row> result = spark.sql(query);
        String plan = result.queryExecution().executedPlan().toString();
        assertFalse(plan.contains("Filter ("), plan);
        assertEquals(rows, result.count(), query);
    }

    @Test
    void otherFiltersHold() {
        long positive = sql("select count(*) from positions where score > 0 and layer <= 5 or layer = 2 and rank <> 3")
                .get(0)
                .getLong(0);
        long expected = 0;
        for (int layer = 0; layer <= 5; layer++) {
            for (long rank = 0; rank < database.game().size(layer); rank++) {
                if (database.table(layer).value(rank) > 0 || layer == 2 && rank != 3) {
                    expected++;
                }
            }
        }
        assertEquals(expected, positive);
    }

    @Test
    void theLongestLineIsFoundByItsDistance() {
        Row longest = sql("select layer, rank, distance, board from positions"
                        + " where distance is not null order by distance desc, layer, rank limit 1")
                .get(0);
        assertEquals(64, longest.getInt(2)); // layer 6: of those to 8 the longest
        assertEquals(6, longest.getInt(0));
    }

    @Test
    void aDamagedChunkIsNamedAndNothingIsReadFromIt(@TempDir Path damaged) throws IOException {
        Uninterrupted.copy(directory, damaged);
        Path file = damaged.resolve("layer-009.granary");
        BitFlip.flip(file, 8L * (LayerHeader.LENGTH + LayerHeader.CHUNK_LENGTH + 5));
        Dataset<Row> checked =
                spark.read().format("granary").option("chunksPerPartition", 1).load(damaged.toString());
        assertEquals(
                75582,
                checked.where("layer = 8")
                        .selectExpr("sum(score) - sum(score) + count(*)")
                        .collectAsList()
                        .get(0)
                        .getLong(0));
        Exception e = assertThrows(
                Exception.class, () -> checked.selectExpr("sum(score)").collectAsList());
        String chunk = file + ", byte " + (LayerHeader.LENGTH + LayerHeader.CHUNK_LENGTH);
        assertTrue(e.getMessage().contains(chunk), e.getMessage());
    }
}
