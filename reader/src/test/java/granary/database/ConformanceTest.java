package granary.database;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.rank.Colex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The committed databases and their tables of positions, which any implementation can be checked against. */
class ConformanceTest {
    private static final Path ALL = Path.of("..", "conformance");

    @ParameterizedTest
    @ValueSource(strings = {"awari-6-olympiad", "awari-4-strict", "awari-3-abapa"})
    void everyRowOfTheTableIsWhatTheDatabaseSays(String name) throws IOException {
        List<String> lines = Files.readAllLines(ALL.resolve(name).resolve("positions.tsv"));
        try (Database database = Database.open(ALL.resolve(name))) {
            assertEquals(positions(database), lines.size() - 1, "the table is complete");
            Colex colex = new Colex(database.game().cells());
            int[] unranked = new int[database.game().cells()];
            for (String line : lines.subList(1, lines.size())) {
                String[] cells = line.split("\t", -1);
                int layer = Integer.parseInt(cells[0]);
                int[] board = database.game().parse(cells[1].split(" "));
                long rank = Long.parseLong(cells[2]);
                int score = Integer.parseInt(cells[3]);
                assertEquals(layer, database.game().layer(board), line);
                assertEquals(rank, colex.rank(board), line);
                assertEquals(rank - colex.firstRank(layer), database.game().offset(board), line);
                colex.unrank(rank, unranked);
                assertArrayEquals(board, unranked, line);
                assertEquals(score, database.score(board), line);
                OptionalInt distance =
                        cells.length < 5 ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(cells[4]));
                assertEquals(distance, database.findDistance(board), line);
            }
        }
    }

    private static long positions(Database database) {
        return database.layers().stream()
                .mapToLong(layer -> database.game().size(layer))
                .sum();
    }

    /** A score is the best of the moves' scores, so that the rules the reader knows are those of the databases. */
    @ParameterizedTest
    @ValueSource(strings = {"awari-6-olympiad", "awari-4-strict", "awari-3-abapa"})
    void everyScoreIsThatOfTheBestMove(String name) {
        try (Database database = Database.open(ALL.resolve(name))) {
            int top = database.layers().last();
            assertEquals(IntStream.rangeClosed(0, top).boxed().toList(), List.copyOf(database.layers()));
            for (int layer = 0; layer <= top; layer++) {
                int[] position = new int[database.game().cells()];
                for (long offset = 0; offset < database.game().size(layer); offset++) {
                    database.game().unrank(layer, offset, position);
                    int best = Stream.concat(
                                    database.moves(position).stream().map(ScoredMove::score),
                                    Stream.of(database.game().terminalScore(position)))
                            .findFirst()
                            .orElseThrow();
                    assertEquals(best, database.score(position));
                }
            }
        }
    }
}
