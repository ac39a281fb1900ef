package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.awari.Sowing;
import granary.engine.Notation;
import granary.engine.PlayedGame;
import granary.testing.TestRandom;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Searches that go on, as clients see them. */
class SearchesTest {
    private static final String AWARI = "/api/v1/databases/awari";
    private static final String OPENING = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";

    private final List<String> begun = new ArrayList<>();

    private HttpResponse<String> begin(String board, String moves) throws IOException, InterruptedException {
        HttpResponse<String> response =
                Served.post(AWARI + "/searches", "{\"board\":\"%s\",\"moves\":\"%s\"}".formatted(board, moves));
        if (response.statusCode() == 200) {
            synchronized (begun) {
                begun.add(AWARI + "/searches/"
                        + Served.json(response).get("search").getAsString());
            }
        }
        return response;
    }

    /** Begins a search and returns its address. */
    private String search(String board, String moves) throws IOException, InterruptedException {
        HttpResponse<String> response = begin(board, moves);
        assertEquals(200, response.statusCode(), response::body);
        return begun.get(begun.size() - 1);
    }

    @AfterEach
    void stopAll() throws IOException, InterruptedException {
        for (String search : begun) {
            Served.delete(search);
            awaitLook(search, seen -> !state(seen).equals("searching"));
        }
    }

    /** Looks until something holds of what is seen. */
    private static JsonObject awaitLook(String search, Predicate<JsonObject> condition)
            throws IOException, InterruptedException {
        while (true) {
            HttpResponse<String> response = Served.get(search);
            assertEquals(200, response.statusCode(), response::body);
            JsonObject seen = Served.json(response);
            if (condition.test(seen)) {
                return seen;
            }
            Thread.sleep(20);
        }
    }

    private static String state(JsonObject seen) {
        return seen.get("state").getAsString();
    }

    private static int depth(JsonObject seen) {
        return seen.has("found") ? seen.getAsJsonObject("found").get("depth").getAsInt() : 0;
    }

    @Test
    void aSearchGetsDeeperWhileSomebodyLooksAndEndsWhenItIsStopped() throws Exception {
        String search = search(OPENING, "");
        int first = depth(awaitLook(search, seen -> depth(seen) > 0));
        JsonObject later = awaitLook(search, seen -> depth(seen) > first + 1);
        assertEquals("searching", state(later));
        assertEquals(6, later.getAsJsonObject("found").getAsJsonArray("moves").size());
        assertTrue(later.getAsJsonObject("found").getAsJsonArray("line").size() > 1, later::toString);
        assertEquals(200, Served.delete(search).statusCode());
        JsonObject last = awaitLook(search, seen -> !state(seen).equals("searching"));
        assertEquals("stopped", state(last));
        assertTrue(depth(last) >= depth(later), last::toString);
    }

    @Test
    void aSearchThatIsCertainIsFinished() throws Exception {
        String search = search("0-0-0-0-0-1-2-6-0-0-0-0-20-19-S", "");
        JsonObject seen = awaitLook(search, one -> !state(one).equals("searching"));
        assertEquals("finished", state(seen));
        assertTrue(seen.getAsJsonObject("found").get("exact").getAsBoolean(), seen::toString);
    }

    @Test
    void scoresCountFromThePositionOnWhateverWasTakenBefore() throws Exception {
        List<String> found = new ArrayList<>();
        for (String board : List.of("1,1,1,1,1,2,4,2,3,0,0,0", "1-1-1-1-1-2-4-2-3-0-0-0-20-2-S")) {
            JsonObject answer = Served.json(Served.get(AWARI + "/search?depth=4&millis=5000&board=" + board));
            assertEquals(4, answer.get("depth").getAsInt(), answer::toString);
            found.add(answer.get("score") + " " + answer.get("moves"));
        }
        assertEquals(found.get(0), found.get(1));
    }

    @Test
    void aMoveBackToAPositionOfTheGameGivesEachSideItsRow() throws Exception {
        Awari game = new Awari(6, RuleSet.ABAPA);
        PlayedGame played = repeating(game);
        PlayedGame.Moment last = played.now();
        int rows = Sowing.moversSeeds(last.position()) - Sowing.opponentsSeeds(last.position());
        String start = Notation.position(played.moments().get(0));
        List<Integer> pits = played.moves();
        int mover = played.moments().get(0).mover();
        String before = Notation.letters(mover, pits.subList(0, pits.size() - 1));
        JsonObject answer =
                Served.json(Served.get("/api/v1/databases/popular/search?depth=1&board=" + start + "&moves=" + before));
        for (JsonElement move : answer.getAsJsonArray("moves")) {
            JsonObject one = move.getAsJsonObject();
            if (one.get("pit").getAsInt() == pits.get(pits.size() - 1)) {
                assertEquals(-rows, one.get("score").getAsDouble(), () -> start + " " + pits);
                return;
            }
        }
        throw new AssertionError(answer.toString());
    }

    /** Returns a game without captures that ends in a repetition, and does not give both sides the same. */
    private static PlayedGame repeating(Awari game) {
        Random random = TestRandom.create();
        while (true) {
            int[] board = new int[12];
            game.unrank(3, random.nextLong(game.size(3)), board);
            PlayedGame played = new PlayedGame(game, board);
            while (played.moments().size() < 400 && !played.legalMoves().isEmpty()) {
                List<Integer> legal = played.legalMoves();
                played.play(legal.get(random.nextInt(legal.size())));
                PlayedGame.Moment now = played.now();
                if (now.taken()[0] + now.taken()[1] > 0) {
                    break;
                }
                if (played.times(now.position(), now.mover()) > 1) {
                    return played;
                }
            }
        }
    }

    @Test
    void noMoreSearchesGoOnThanMayAndAllOfThemGetDeeper() throws Exception {
        List<String> going = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            going.add(search(OPENING, "ABCDEF".substring(i % 6, i % 6 + 1)));
        }
        HttpResponse<String> refused = begin(OPENING, "");
        assertEquals(429, refused.statusCode(), refused::body);
        assertEquals("1", refused.headers().firstValue("Retry-After").orElseThrow());
        // In turns: a search ends when nobody asks for it, and on a busy machine the first may take long.
        boolean isShallow = true;
        while (isShallow) {
            isShallow = false;
            for (String search : going) {
                isShallow |= depth(awaitLook(search, seen -> true)) <= 2;
            }
        }
        // Other laborious requests have their turn, too.
        assertEquals(200, Served.get(AWARI + "/layers/8/example?kind=longest").statusCode());
        Served.delete(going.get(0));
        awaitLook(going.get(0), seen -> !state(seen).equals("searching"));
        HttpResponse<String> next = begin(OPENING, "");
        while (next.statusCode() == 429) { // its thread is about to end
            next = begin(OPENING, "");
        }
        assertEquals(200, next.statusCode(), next::body);
    }

    @Test
    void manyClientsGetAnAnswerOrAreToldToComeAgain() throws Exception {
        List<Callable<Set<Integer>>> clients = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            clients.add(() -> {
                Set<Integer> statuses = new TreeSet<>();
                for (int round = 0; round < 5; round++) {
                    HttpResponse<String> response = begin(OPENING, "");
                    statuses.add(response.statusCode());
                    if (response.statusCode() == 200) {
                        String search = AWARI + "/searches/"
                                + Served.json(response).get("search").getAsString();
                        statuses.add(Served.get(search).statusCode());
                        statuses.add(Served.delete(search).statusCode());
                    }
                    statuses.add(Served.get(AWARI + "/position?board=1,0,0,2,0,1,0,1,0,0,1,2")
                            .statusCode());
                }
                return statuses;
            });
        }
        Set<Integer> seen = new TreeSet<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(clients.size())) {
            for (Future<Set<Integer>> client : pool.invokeAll(clients)) {
                seen.addAll(client.get());
            }
        }
        assertEquals(Set.of(200, 429), seen);
    }

    @Test
    void aSearchThatNobodyBeganIsNotThere() throws Exception {
        HttpResponse<String> response = Served.get(AWARI + "/searches/0");
        assertEquals(404, response.statusCode());
        assertEquals(404, Served.delete(AWARI + "/searches/0").statusCode());
        assertEquals(
                404,
                Served.post("/api/v1/databases/chomp/searches", "{\"board\":\"5,5,5\"}")
                        .statusCode());
        for (String body :
                List.of("{}", "{\"board\":\"4-4-S\"}", "{\"board\":\"" + OPENING + "\",\"moves\":\"FF\"}", "[]")) {
            JsonElement detail =
                    Served.json(Served.post(AWARI + "/searches", body)).get("status");
            assertEquals(400, detail.getAsInt(), body);
        }
    }
}
