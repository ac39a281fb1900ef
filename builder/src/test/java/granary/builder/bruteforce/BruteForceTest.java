package granary.builder.bruteforce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.solve.RetrogradeDistances;
import granary.builder.store.LayerFiles;
import granary.builder.testing.Databases;
import granary.database.Database;
import granary.testing.Tsv;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BruteForceTest {
    /** How far each number of pits a side is solved at least. */
    private static final Map<Integer, Integer> TOP_SEEDS = Map.of(2, 15, 3, 10, 4, 7, 5, 7, 6, 6);
    /** Each takes twice as long. */
    private static final int MORE_SEEDS = Integer.getInteger("granary.more-seeds", 0);

    @TempDir
    private Path directory;

    static Stream<Arguments> games() {
        return Stream.of(Rules.values())
                .flatMap(rules -> IntStream.rangeClosed(2, 6).mapToObj(pits -> Arguments.of(rules, pits)));
    }

    @ParameterizedTest
    @MethodSource("games")
    void bruteForceAgreesWithTheReferenceOnEveryPosition(Rules rules, int pits) throws IOException {
        int top = TOP_SEEDS.get(pits) + MORE_SEEDS;
        Awari awari = new Awari(pits, RuleSet.valueOf(rules.name()));
        Databases.build(directory, awari, top, 2);
        Map<Board, Integer> scores = new BruteForceScores(rules, pits, top).scores();
        Map<Board, Integer> distances = new Distances(rules, scores).distances();
        assertEquals(scores.keySet(), distances.keySet(), "every board has a distance");
        try (Database database = Database.open(directory);
                LayerFiles files = new LayerFiles(directory)) {
            assertEquals(
                    database.layers().stream().mapToLong(awari::size).sum(),
                    scores.size(),
                    "every position is compared");
            List<RetrogradeDistances> layers = new ArrayList<>();
            for (int layer : database.layers()) {
                layers.add(RetrogradeDistances.inMemoryOfItsOwn(files, layer, 1, Monitor.SILENT));
            }
            scores.forEach((board, score) -> {
                int[] position = board.toArray();
                assertEquals(score, database.score(position), () -> rules + ", score of " + board);
                assertEquals(
                        distances.get(board),
                        layers.get(board.seeds()).distance(awari.offset(position)),
                        () -> rules + ", distance of " + board);
            });
            layers.forEach(RetrogradeDistances::close);
        }
    }

    @Test
    void theBruteForceKnowsTheRulesAsWorkedOutByHand() throws IOException {
        List<List<String>> rows = Tsv.fields(Path.of("..", "conformance", "awari-moves.tsv"));
        for (List<String> row : rows) {
            Board board = Board.of(
                    Stream.of(row.get(1).split(" ")).mapToInt(Integer::parseInt).toArray());
            for (Rules rules : Rules.values()) {
                if (row.getFirst().equals("all")
                        || row.getFirst().equals(rules.name().toLowerCase(Locale.ROOT))) {
                    assertEquals(row.get(3), describe(rules, board), () -> rules + ": " + row);
                }
            }
        }
    }

    private static String describe(Rules rules, Board board) {
        List<Rules.Move> moves = rules.legalMoves(board);
        return moves.isEmpty()
                ? "none: " + rules.endOfGame(board)
                : moves.stream()
                        .map(move -> move.pit() + ":" + move.captured() + ":" + text(move.next()))
                        .collect(Collectors.joining("; "));
    }

    private static String text(Board board) {
        return Arrays.stream(board.toArray()).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }
}
