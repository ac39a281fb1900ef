package granary.explorer.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.store.LayerFiles;
import granary.builder.testing.Databases;
import granary.database.Database;
import granary.database.Listing;
import granary.games.chomp.Chomp;
import granary.statistics.LayerCounter;
import granary.statistics.LayerStatistics;
import granary.statistics.StatisticsFiles;
import granary.testing.SolvedDatabase;
import granary.testing.TestRandom;
import granary.testing.Thorough;
import granary.testing.compressed.CompressedLayers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Laborious answers: nothing is counted twice, searches are bounded, and end when nobody waits for them any more. */
class ApiTest {
    private static final Awari GAME = new Awari(6, RuleSet.OLYMPIAD);

    @TempDir
    private Path directory;

    @Test
    void keptStatisticsAreKnownAtOnceCountedOnesFromThenOn() throws IOException {
        Databases.buildWithDistances(directory, GAME, 3);
        Files.createDirectory(directory.resolve(StatisticsFiles.name(2))); // cannot be read
        try (Database database = Database.open(directory);
                LayerFiles files = new LayerFiles(directory)) {
            LayerStatistics kept = new LayerCounter(files, 1, Monitor.SILENT).count(3, false);
            new StatisticsFiles(database).keep(kept);
            Distributions distributions = new Distributions(database);
            assertEquals(Optional.of(kept), distributions.find(3));
            assertEquals(Optional.empty(), distributions.find(2));
            LayerStatistics counted = distributions.count(2);
            assertEquals(GAME.size(2), counted.positions());
            assertEquals(Optional.of(counted), distributions.find(2));
        }
    }

    private static Answer line(Api api, int[] board, BooleanSupplier isWanted) {
        Map<String, String> query =
                Map.of("board", String.join(",", GAME.notation().words(board)));
        return api.answer(Route.LINE, List.of("db", "line"), query, new byte[0], isWanted);
    }

    @Test
    void aLineIsLookedAheadForAsLongAsSomebodyWaits() throws IOException {
        int far = 0;
        try (ServedDatabase served = ServedDatabase.open("db", new Listing(SolvedDatabase.directory()))) {
            Api api = new Api(List.of(served));
            int[] board = new int[12];
            for (long rank = 0; far < 3; rank += 1009) {
                served.game().unrank(SolvedDatabase.TOP - 1, rank, board);
                AtomicInteger asked = new AtomicInteger();
                line(api, board, () -> asked.incrementAndGet() > 0);
                if (asked.getAndSet(0) > 500) {
                    far++;
                    Answer shorter = line(api, board, () -> asked.incrementAndGet() <= 20);
                    assertEquals(Answer.Lasts.NOT, shorter.lasts());
                    assertTrue(asked.get() < 400, () -> asked + " times asked");
                }
            }
        }
    }

    @Test
    void largeLayerLacksExamplesOnlyIfCounted() throws IOException {
        Databases.build(directory, GAME, 5, 1);
        try (ServedDatabase served = ServedDatabase.open("db", new Listing(directory))) {
            List<String> path = List.of("db", "layers", "5", "example");
            Map<String, String> query = Map.of("kind", "score", "score", "4");
            Api api = new Api(List.of(served));
            Problem left =
                    assertThrows(Problem.class, () -> api.answer(Route.EXAMPLE, path, query, new byte[0], () -> false));
            assertEquals("of 0 positions of layer 5 that were tried, none has the score 4", left.getMessage());
            assertEquals("of 10 positions of layer 5 that were tried, none has the score 4", whyNone(served, 5, 4, 10));
            assertEquals("no position of layer 5 has the score 4", whyNone(served, 5, 4, 10_000));
            served.distributions().count(5);
            assertEquals("no position of layer 5 has the score 4", whyNone(served, 5, 4, 10));
        }
    }

    @Test
    void theLongestOfALargeLayerIsToldOnlyIfCounted() throws IOException {
        Chomp game = new Chomp(3, 5);
        Databases.build(directory, game, 7, 1);
        try (ServedDatabase served = ServedDatabase.open("db", new Listing(directory))) {
            Examples uncounted = new Examples(served, 7, TestRandom.create(), game.size(7) - 1);
            Problem problem = assertThrows(Problem.class, () -> uncounted.find(Examples.Kind.LONGEST, 0, () -> true));
            assertTrue(
                    problem.getMessage().contains(" are not counted here, but by 'granary stats'"),
                    problem::getMessage);
            served.distributions().count(7);
            Examples counted = new Examples(served, 7, TestRandom.create(), game.size(7));
            int[] longest = counted.find(Examples.Kind.LONGEST, 0, () -> true);
            assertTrue(Math.abs(served.database().score(longest)) > 2);
        }
    }

    @Test
    void theFaultOfABodyIsFound() {
        byte[] body = "{\n\"boards\": [}".getBytes(StandardCharsets.UTF_8);
        DatabaseRequest request = new DatabaseRequest(null, List.of(), Map.of(), body, () -> true);
        assertEquals(
                "the body is not JSON at line 2 column 12",
                assertThrows(Problem.class, request::boards).getMessage());
    }

    private static String whyNone(ServedDatabase served, int layer, int score, long patience) {
        Examples examples = new Examples(served, layer, TestRandom.create(), patience);
        return assertThrows(Problem.class, () -> examples.find(Examples.Kind.SCORE, score, () -> true))
                .getMessage();
    }

    @Test
    @Thorough
    void aCompressedLayerIsReadNoFartherThanItsSpeedAllows() throws Exception {
        int layer = 11;
        Databases.build(directory, GAME, layer, 2);
        CompressedLayers.compress(directory, 2, layer);
        try (ServedDatabase served = ServedDatabase.open("db", new Listing(directory))) {
            assertEquals(
                    "of 400000 positions of layer 11 that were tried, none has the score 12",
                    whyNone(served, layer, layer + 1, Distributions.MAX_POSITIONS));
            Api api = new Api(List.of(served));
            List<String> statistics = List.of("db", "layers", "11", "statistics");
            Problem uncounted = assertThrows(
                    Problem.class, () -> api.answer(Route.STATISTICS, statistics, Map.of(), null, () -> true));
            assertTrue(
                    uncounted.getMessage().startsWith("layer 11 is compressed; 'granary stats' counts it before that"),
                    uncounted::getMessage);
            assertEquals(
                    GAME.size(layer - 1),
                    served.distributions().count(layer - 1).positions());
        }
    }
}
