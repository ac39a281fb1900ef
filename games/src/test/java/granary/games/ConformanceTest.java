package granary.games;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.database.Bounds;
import granary.database.Database;
import granary.database.LayerFile;
import granary.database.OpenOptions;
import granary.database.OpenOptions.Check;
import granary.database.ScoredMove;
import granary.format.LayerHeader;
import granary.game.Game;
import granary.testing.PositionTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The committed databases and their tables of positions, which any implementation can be checked against. */
class ConformanceTest {
    private static final Path ALL = Path.of("..", "conformance");

    static List<Path> databases() throws IOException {
        try (Stream<Path> directories = Files.list(ALL)) {
            return directories
                    .filter(directory -> Files.exists(directory.resolve(PositionTable.FILE_NAME)))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void everyRowOfTheTableIsWhatTheDatabaseSays(Path directory) throws IOException {
        List<String> lines = Files.readAllLines(directory.resolve(PositionTable.FILE_NAME));
        try (Database database = Database.open(directory, OpenOptions.DEFAULT.withCheck(Check.OPENING))) {
            assertEquals(rows(database), lines.size() - 1, "the table is complete");
            List<String> columns = List.of(lines.get(0).split("\t", -1));
            for (String line : lines.subList(1, lines.size())) {
                String[] fields = line.split("\t", -1);
                int layer = Integer.parseInt(fields[0]);
                int[] position = PositionTable.parse(database.game(), fields[1]);
                assertEquals(layer, database.game().layer(position), line);
                assertEquals(Long.parseLong(fields[2]), database.game().rank(position), line);
                assertEquals(Integer.parseInt(fields[3]), database.score(position), line);
                assertEquals(field(columns, fields, "distance"), database.findDistance(position), line);
                if (columns.contains("least")) {
                    int bounds = database.bounds(position);
                    assertEquals(field(columns, fields, "least"), OptionalInt.of(Bounds.least(bounds)), line);
                    assertEquals(field(columns, fields, "most"), OptionalInt.of(Bounds.most(bounds)), line);
                }
            }
        }
    }

    private static OptionalInt field(List<String> columns, String[] fields, String column) {
        int at = columns.indexOf(column);
        return at < 0 ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(fields[at]));
    }

    private static long rows(Database database) {
        return database.layers().stream()
                .mapToLong(layer ->
                        PositionTable.committed(database.game().size(layer)).count())
                .sum();
    }

    /** A score is the best of the moves' scores, so that the rules the reader knows are those of the databases. */
    @ParameterizedTest
    @MethodSource("databases")
    void everyScoreIsThatOfTheBestMove(Path directory) {
        try (Database database = Database.open(directory)) {
            Game game = database.game();
            int[] position = new int[game.cells()];
            for (int layer : database.layers()) {
                PositionTable.committed(game.size(layer)).forEach(rank -> {
                    game.unrank(layer, rank, position);
                    if (database.layers().containsAll(database.layersNeeded(position))) {
                        int best = Stream.concat(
                                        database.moves(position).stream().map(ScoredMove::score),
                                        Stream.of(game.terminalScore(position)))
                                .findFirst()
                                .orElseThrow();
                        assertEquals(best, database.score(position));
                    }
                });
            }
        }
    }

    @Test
    void everyGameAndRuleSetHasADatabaseOneOfThemLong() throws IOException {
        Set<String> identities = new TreeSet<>();
        long longest = 0;
        for (Path directory : databases()) {
            try (Database database = Database.open(directory)) {
                identities.add(database.game().identity().replaceAll(" (pits|rows|columns|colour|blocks)=\\S*", ""));
                for (LayerFile file : database.files()) {
                    longest = Math.max(longest, file.bytes());
                }
            }
        }
        assertEquals(
                Set.of(
                        "awari rules=abapa",
                        "awari rules=olympiad",
                        "awari rules=strict",
                        "chain rules=direct",
                        "chexers",
                        "chomp"),
                identities);
        assertTrue(longest > LayerHeader.LENGTH + (1 << 20), longest + " bytes");
    }
}
