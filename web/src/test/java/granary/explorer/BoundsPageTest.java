package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import granary.command.kit.Json;
import granary.command.kit.PositionText;
import granary.database.Bounds;
import granary.database.Bounds.Outcome;
import granary.database.Database;
import granary.testing.TestRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Under rules whose scores are estimates, the page claims only what bounds prove. */
class BoundsPageTest extends BrowserTest {
    /** Seeds that are captured, so that with those on the board a game has all its seeds. */
    private static final int CAPTURED = 43;

    private static final int SEEDS = 5;

    private static Database database;

    @BeforeAll
    static void open() {
        database = Database.open(Served.directory("popular"));
    }

    @AfterAll
    static void close() {
        if (database != null) { // without a browser, nothing was opened
            database.close();
        }
    }

    private static int[] board(long rank) {
        int[] board = new int[12];
        database.game().unrank(SEEDS, rank, board);
        return board;
    }

    private static int[] board(JsonElement json) {
        return json.getAsJsonArray().asList().stream()
                .mapToInt(JsonElement::getAsInt)
                .toArray();
    }

    private static String address(int[] board, int own, int other) {
        return "/explore/popular/"
                + Arrays.stream(board).mapToObj(Integer::toString).collect(Collectors.joining("-")) + "-" + own + "-"
                + other + "-S";
    }

    /** Runs a program in the page with the database and its game, and returns what it returns as JSON. */
    private static JsonArray inPage(Object given, String code) {
        return JsonParser.parseString(String.valueOf(browser.asyncScript(
                        """
                const {databases} = await import('ORIGIN/assets/source.js');
                const {gameOf} = await import('ORIGIN/assets/games/games.js');
                const {mark} = await import('ORIGIN/assets/results.js');
                const database = (await databases()).find(({name}) => name === 'popular');
                const game = gameOf(database);
                const given = JSON.parse(arguments[0]);
                """.replace("ORIGIN/", Served.uri("/").toString()) + code, Json.line(given))))
                .getAsJsonArray();
    }

    private static void assertTold(int bounds, int own, int other, JsonObject told, String text) {
        Outcome outcome = Bounds.outcome(bounds, own, other);
        assertEquals(outcome.name().toLowerCase(Locale.ROOT), told.get("mark").getAsString(), text);
        String words = switch (outcome) {
            case WIN -> "wins, ";
            case LOSS -> "loses, ";
            case DRAW -> "draws, ";
            case OPEN -> "open, ";
        };
        int least = own + Bounds.least(bounds);
        int most = own + Bounds.most(bounds);
        assertTrue(
                text.matches(".*" + words + least + (least == most ? "" : " to " + most)), () -> outcome + ": " + text);
    }

    @Test
    void outcomesAreThoseOfTheBounds() {
        browser.open(START);
        Random random = TestRandom.create();
        List<Map<String, Object>> given = new ArrayList<>();
        for (int i = 0; i < 120; i++) {
            int own = 19 + random.nextInt(6);
            given.add(Map.of("board", board(random.nextLong(database.game().size(SEEDS))), "taken", new int[] {
                own, CAPTURED - own
            }));
        }
        JsonArray answers = inPage(given, """
                const answers = [];
                for (const {board, taken} of given) {
                  const position = {board, side: 0, taken};
                  const answer = game.judge(position, await database.position(board), database);
                  answers.push({
                    board, taken, mark: mark(answer).name, ...game.verdict(position, answer, database),
                    moves: answer.moves.map(move => ({board: move.board, captured: move.captured, mark: mark(move).name, said: game.outcome(position, move, database)})),
                  });
                }
                return JSON.stringify(answers);
                """);
        Set<Outcome> seen = EnumSet.noneOf(Outcome.class);
        for (JsonElement one : answers) {
            JsonObject answer = one.getAsJsonObject();
            int[] board = board(answer.get("board"));
            int[] taken = board(answer.get("taken"));
            List<Integer> ranks = new ArrayList<>();
            for (JsonElement each : answer.getAsJsonArray("moves")) {
                JsonObject move = each.getAsJsonObject();
                int bounds = Bounds.before(move.get("captured").getAsInt(), database.bounds(board(move.get("board"))));
                assertTold(bounds, taken[0], taken[1], move, move.get("said").getAsString());
                ranks.add(rank(bounds, taken[0]));
                seen.add(Bounds.outcome(bounds, taken[0], taken[1]));
            }
            if (!ranks.isEmpty()) {
                assertTold(
                        database.bounds(board),
                        taken[0],
                        taken[1],
                        answer,
                        answer.get("title").getAsString());
                boolean isOpen = Bounds.outcome(database.bounds(board), taken[0], taken[1]) == Outcome.OPEN;
                assertEquals(
                        isOpen,
                        answer.get("detail").getAsString().contains("Open: it depends on which position repeats."));
            }
            assertFalse(answer.toString().matches(".*(by \\d|in the end|gains).*"), answer.toString());
            assertEquals(ranks.stream().sorted().toList(), ranks, answer::toString);
        }
        assertEquals(EnumSet.allOf(Outcome.class), seen);
    }

    /** Returns where a move stands in the list: by the sign of the least lead at the end of the game, then of the greatest. */
    private static int rank(int bounds, int own) {
        int half = (CAPTURED + SEEDS) / 2;
        return -3 * Integer.signum(own + Bounds.least(bounds) - half)
                - Integer.signum(own + Bounds.most(bounds) - half);
    }

    /** Finds a board whose outcome is open at these stores, and where a move has this outcome. */
    private static int[] openBoard(int own, Outcome wanted) {
        for (long rank = 0; ; rank++) {
            int[] board = board(rank);
            if (Bounds.outcome(database.bounds(board), own, CAPTURED - own) == Outcome.OPEN
                    && database.moves(board).stream()
                            .map(move -> Bounds.before(move.captured(), database.bounds(move.successor())))
                            .anyMatch(bounds -> Bounds.outcome(bounds, own, CAPTURED - own) == wanted)) {
                return board;
            }
        }
    }

    @Test
    void openBoardShowsIntervalsInGroupsOfOutcomes() {
        int[] board = openBoard(21, Outcome.LOSS);
        browser.open(address(board, 21, CAPTURED - 21));
        String seeds = PositionText.seeds(database.bounds(board), 0).replace(" to ", "–");
        assertEquals("◇" + seeds, browser.text("#badge"));
        assertEquals(1, browser.count("#badge.open"));
        assertTrue(browser.text("#detail").contains(". Open: it depends on which position repeats."));
        assertEquals("▼ Losing", browser.texts("#moves h4").getLast());
        assertEquals(browser.count("#moves .move"), browser.count(".pill"));
        assertEquals(browser.count("#moves .move.loss"), browser.count(".pill.loss"));
        for (String score : browser.texts("#moves .score")) {
            assertTrue(score.matches("\\d(–\\d)?"), score);
        }
        assertEquals("Best play by estimates", browser.text("#line-title"));
    }

    @Test
    void barOfTheGameReachesFromLeastToMost() {
        int[] board = openBoard(21, Outcome.LOSS);
        int bounds = database.bounds(board);
        browser.open(address(board, 21, CAPTURED - 21));
        browser.click("#moves .move");
        browser.awaitCount("#history .point .bar", 2);
        int low = 2 * (21 + Bounds.least(bounds)) - 48;
        int high = 2 * (21 + Bounds.most(bounds)) - 48;
        assertEquals(1, browser.count("#history .point.open:first-of-type .bar"));
        assertEquals(
                "Beginning: from " + lead(low) + " to " + lead(high),
                browser.labels("#history .point").getFirst());
    }

    private static String lead(int value) {
        return value == 0 ? "even" : (value > 0 ? "South" : "North") + " ahead by " + Math.abs(value);
    }

    @Test
    void gameThatMayRepeatIsCountedFromHere() {
        browser.open(START);
        JsonArray told = inPage(board(0), """
                const at = board => ({board, side: 0, taken: [20, 23]});
                const found = {};
                for (let i = 0; i < 300 && !found.ends; i++) {
                  const {board} = await database.example(5, 'random');
                  const position = at(board);
                  const answer = await database.position(board);
                  const move = answer.moves.find(({captured}) => captured === 0);
                  if (move) {
                    // The position after the move was there before.
                    const before = [{board: move.board, side: 1, taken: [20, 23]}];
                    const judged = game.judge(position, answer, database, before);
                    const back = judged.moves.find(one => String(one.board) === String(move.board));
                    found.here = game.verdict(position, judged, database).detail;
                    found.fresh = game.verdict(position, game.judge(position, answer, database), database).detail;
                    found.ends = game.outcome(position, back, database);
                    found.own = move.board.slice(6).reduce((a, b) => a + b, 0);
                  }
                }
                return JSON.stringify([found]);
                """);
        JsonObject found = told.get(0).getAsJsonObject();
        String here = "Counted from here: a position that the game has seen may change it.";
        assertTrue(found.get("here").getAsString().endsWith(here), found::toString);
        assertFalse(found.get("fresh").getAsString().contains("from here"), found::toString);
        int own = 20 + found.get("own").getAsInt();
        assertEquals(
                "ends the game: " + (own > 24 ? "wins" : own < 24 ? "loses" : "draws") + ", " + own,
                found.get("ends").getAsString());
    }

    @ParameterizedTest
    @CsvSource({
        "A, No move lost a seed., ''",
        "B, 1 move lost seeds or a certain result., 'Mistake: gave up a certain win, lost 4 seeds; best was A (5)'",
        "E, 1 move lost seeds or a certain result., 'Mistake: gave up a certain win, lost 4 to 10 seeds; best was A (5)'",
        "D, 1 move lost seeds or a certain result., 'Blunder: gave up a certain win, lost 10 seeds; best was A (5)'"
    })
    void moveIsErrorThatGivesUpWhatWasCertain(String move, String note, String why) {
        browser.open(address(new int[] {1, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1}, 21, 22));
        browser.press(move.toLowerCase(Locale.ROOT));
        browser.awaitCount(".record button", 1);
        browser.click("#analyse");
        browser.await("the judgement", page -> browser.text("#record-note").equals(note));
        assertEquals(why, browser.script("return document.querySelector('.record .lost')?.title ?? ''"));
    }

    @Test
    void scoresWithoutBoundsAreEstimates() {
        browser.open(START);
        JsonArray told = inPage(List.of(), """
                const texts = [];
                for (let i = 0; i < 60; i++) {
                  const {board} = await database.example(5, 'random');
                  const {least, most, moves, ...rest} = await database.position(board);
                  const position = {board, side: 0, taken: [23, 20]};
                  const answer = game.judge(position, {...rest, moves: moves.map(({least, most, ...move}) => move)}, database);
                  for (const move of answer.moves) {
                    const isLast = game.moves({board: move.board}, database).length === 0;
                    texts.push({isLast, mark: mark(move).name, title: game.verdict(position, answer, database).title});
                  }
                }
                return JSON.stringify(texts);
                """);
        for (JsonElement one : told) {
            JsonObject move = one.getAsJsonObject();
            assertEquals(
                    !move.get("isLast").getAsBoolean(),
                    move.get("mark").getAsString().equals("guess"),
                    one::toString);
            assertTrue(move.get("title").getAsString().startsWith("South to move: about "), one::toString);
        }
    }
}
