package granary.builder.bruteforce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.solve.RetrogradeDistances;
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
    /** How far each number of pits a side is solved. */
    private static final Map<Integer, Integer> TOP_SEEDS = Map.of(2, 16, 3, 11, 4, 8, 5, 8, 6, 7);

    @TempDir
    private Path directory;

    static Stream<Arguments> games() {
        return Stream.of(Rules.values())
                .flatMap(rules -> IntStream.rangeClosed(2, 6).mapToObj(pits -> Arguments.of(rules, pits)));
    }

    @ParameterizedTest
    @MethodSource("games")
    void bruteForceAgreesWithTheReferenceSolverOnEveryPosition(Rules rules, int pits) throws IOException {
        int top = TOP_SEEDS.get(pits);
        Awari awari = new Awari(pits, RuleSet.valueOf(rules.name()));
        Databases.build(directory, awari, top, 2);
        Map<Board, Integer> scores = new BruteForceScores(rules, pits, top).scores();
        long positions = 0;
        try (Database database = Database.open(directory)) {
            for (Map.Entry<Board, Integer> entry : scores.entrySet()) {
                assertEquals(
                        entry.getValue(),
                        database.score(entry.getKey().toArray()),
                        () -> rules + ", " + entry.getKey());
            }
            for (int layer : database.layers()) {
                positions += awari.size(layer);
            }
        }
        assertEquals(positions, scores.size(), "every position was compared");
    }

    @ParameterizedTest
    @MethodSource("games")
    void bruteForceAgreesWithTheReferenceComputationOnEveryDistance(Rules rules, int pits) throws IOException {
        int top = TOP_SEEDS.get(pits) - 1;
        Awari awari = new Awari(pits, RuleSet.valueOf(rules.name()));
        Databases.build(directory, awari, top, 2);
        Map<Board, Integer> scores = new BruteForceScores(rules, pits, top).scores();
        Map<Board, Integer> distances = new Distances(rules, scores).distances();
        assertEquals(scores.keySet(), distances.keySet(), "every board has a distance");
        try (Database database = Database.open(directory)) {
            List<RetrogradeDistances> layers = new ArrayList<>();
            for (int layer = 0; layer <= top; layer++) {
                layers.add(RetrogradeDistances.inMemoryOfItsOwn(database, layer, 1, Monitor.SILENT));
            }
            distances.forEach((board, distance) -> assertEquals(
                    distance,
                    layers.get(board.seeds()).distance(awari.offset(board.toArray())),
                    () -> rules + ", " + board));
            layers.forEach(RetrogradeDistances::close);
        }
    }

    @Test
    void theBruteForceKnowsTheRulesAsWorkedOutByHand() throws IOException {
        List<List<String>> rows = Tsv.fields(Tsv.class, "/awari-moves.tsv");
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
