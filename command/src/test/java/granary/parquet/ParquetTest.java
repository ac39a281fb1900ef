package granary.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.database.Database;
import granary.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetTest {
    @TempDir
    private Path directory;

    private void export(Path database, Object... more) {
        Path out = directory.resolve("rows.parquet");
        Cli.run("export", "--format", "parquet", "--dir", database, "--out", out, "--force", more)
                .assertSuccess();
    }

    private List<List<String>> rows(String columns, String rest) throws SQLException {
        List<List<String>> rows = DuckDb.query(directory, "SELECT " + columns + " FROM 'rows.parquet' " + rest);
        return rows.subList(1, rows.size());
    }

    @Test
    void theTableHoldsEveryPositionOnceInOrder() throws IOException, SQLException {
        Path database = directory.resolve("db");
        Awari game = new Awari(3, RuleSet.ABAPA);
        Databases.buildWithDistances(database, game, 4);
        Databases.build(database, game, 5, 1);
        export(database);
        List<List<String>> rows = rows("*", "");
        try (Database open = Database.open(database)) {
            int row = 0;
            int[] board = new int[game.cells()];
            for (int layer = 0; layer <= 5; layer++) {
                for (long rank = 0; rank < game.size(layer); rank++) {
                    game.unrank(layer, rank, board);
                    assertEquals(
                            List.of(
                                    String.valueOf(layer),
                                    String.valueOf(rank),
                                    Arrays.toString(board),
                                    String.valueOf(open.score(board)),
                                    layer == 5 ? "null" : String.valueOf(open.distance(board))),
                            rows.get(row++));
                }
            }
            assertEquals(row, rows.size());
        }
    }

    @Test
    @Thorough
    void rowGroupsAreInOrderOfRankAndTheGameIsNamed() throws IOException, SQLException {
        export(Databases.twelveSeeds(), "--layers", "10");
        List<List<String>> groups = DuckDb.query(
                directory,
                "SELECT row_group_num_rows, stats_min_value, stats_max_value FROM parquet_metadata('rows.parquet')"
                        + " WHERE path_in_schema = 'rank' ORDER BY row_group_id");
        assertEquals(
                List.of(List.of("262144", "0", "262143"), List.of("90572", "262144", "352715")),
                groups.subList(1, groups.size()));
        List<List<String>> metadata = DuckDb.query(
                directory,
                "SELECT decode(value) FROM parquet_kv_metadata('rows.parquet') WHERE decode(key) = 'granary.game'");
        assertEquals(List.of("awari pits=6 rules=olympiad"), metadata.get(1));
    }

    @Test
    void distancesInsteadOfScoresAreAMistake() throws IOException {
        Path file = directory.resolve("rows.parquet");
        Path database = directory.resolve("db");
        Databases.buildWithDistances(database, new Awari(2, RuleSet.OLYMPIAD), 2);
        String line = Cli.run("export", "--format", "parquet", "--dir", database, "--out", file, "--distances")
                .assertFailure(2);
        assertTrue(line.endsWith("leave out --distances: parquet has them next to the scores"), line);
        assertTrue(Files.notExists(file));
    }
}
