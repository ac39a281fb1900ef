package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import granary.command.kit.PositionText;
import granary.database.Database;
import granary.database.ScoredMove;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

/** Expectations of people who play and analyse. */
class PlayersPageTest extends BrowserTest {
    private static final Pattern ONE_OF_MANY =
            Pattern.compile(".*(?<![0-9,])1 (seeds|chips|moves|plies|positions)\\b.*");

    @Test
    void theFirstViewIsABoardToPlayOn() {
        browser.open("/");
        assertEquals(6, browser.count(".pit.playable"));
        assertTrue(browser.labels(".pit").stream().allMatch(label -> label.contains("4 seeds")));
    }

    @Test
    void nothingShiftsWhileThePageLoads() {
        for (int[] size : new int[][] {{360, 640}, {1280, 900}}) {
            for (String path : List.of("/", START)) {
                browser.shape(size[0], size[1], false);
                browser.slowDown(60, 300_000);
                try {
                    browser.open(path);
                } finally {
                    browser.slowDown(0, -1);
                }
                browser.await("what comes later", page -> browser.count("#line button") > 2);
                double shift = ((Number) browser.asyncScript("""
                        let sum = 0;
                        const add = list => list.getEntries().forEach(({value}) => { sum += value; });
                        new PerformanceObserver(add).observe({type: 'layout-shift', buffered: true});
                        await new Promise(done => setTimeout(done, 300));
                        return sum;
                        """)).doubleValue();
                assertTrue(shift < 0.1, path + " at " + size[0] + ": " + shift);
                assertEquals(List.of("Play"), browser.texts("main button.primary:not([hidden], [hidden] *)"));
            }
        }
    }

    @Test
    void theLastMoveIsMarkedOnTheBoard() {
        browser.open("/explore/awari/1-0-0-0-0-2-0-1-0-0-0-1-0-0-S");
        assertEquals(0, browser.count(".pit.from"));
        browser.press("f");
        browser.await("north to move", page -> browser.verdict().startsWith("North"));
        assertEquals(List.of("F: 0 seeds"), browser.labels(".pit.from"));
        assertEquals(
                List.of("+1", "×2"), // a has one more, b held two
                browser.texts(".pit .mark").stream()
                        .filter(text -> !text.isEmpty())
                        .toList());
        browser.press(Keys.ARROW_LEFT);
        browser.awaitCount(".pit.from", 0);
    }

    @Test
    void lastMovesOfOtherGamesAreMarked() {
        browser.open("/explore/chain/9");
        browser.press("1");
        browser.awaitSome(".group.last");
        assertEquals(
                1,
                browser.texts("#moves h4").stream()
                        .filter(text -> text.equals("▼ Losing"))
                        .count());
        browser.open("/explore/chomp");
        assertEquals(0, browser.count(".square.last"));
        browser.click(".square[data-row='1'][data-column='2']");
        browser.awaitCount(".square.eaten.last", 6);
        browser.open("/explore/chexers/0,0_3,-1");
        browser.click("[data-hex='0,0']");
        String there = String.valueOf(browser.script("return document.querySelector('.hex.target').dataset.hex"));
        browser.click(".hex.target");
        browser.awaitCount(".hex.from", 1);
        assertEquals(there, browser.script("return document.querySelector('.hex.to').dataset.hex"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "Promise.reject(new TypeError('no connection')) | dispatchEvent(new Event('online'))",
                "new Response('<h1>', {status: 503})            | document.querySelector('#remedies button').click()"
            })
    void aConnectionThatIsLostIsFoundAgainWithoutAReload(String answer, String again) {
        browser.open(START);
        browser.script("window.held = window.fetch; window.fetch = async () => " + answer + ";");
        browser.press("d");
        browser.awaitVerdict("North to move: no connection");
        assertEquals("The server does not answer.", browser.text("#detail"));
        assertEquals(List.of("Try again"), browser.texts("#remedies *"));
        assertTrue(browser.count(".pit.playable") > 0, "the board can be played on");
        browser.script("window.fetch = window.held;" + again);
        browser.await("the answer", page -> browser.verdict().matches("North to move: .*(gains|even).*"));
        assertEquals(0, browser.count("#remedies *"));
    }

    @Test
    void theButtonsForExamplesStayWhereTheyAre() {
        for (int width : new int[] {360, 1440}) {
            browser.shape(width, 800, false);
            browser.open(START);
            awaitPanels();
            browser.script("document.querySelector('#examples').scrollIntoView({block: 'center'})");
            List<Long> places = Stream.of("random", "longest", "zugzwang", "only-move", "random", "random")
                    .map(kind -> {
                        String before = browser.path();
                        browser.script("document.querySelector('[data-kind=" + kind + "]').click()");
                        browser.await(kind, page -> !browser.path().equals(before));
                        awaitPanels();
                        return (Long) browser.asyncScript("""
                                await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
                                return Math.round(document.querySelector('[data-kind=random]').getBoundingClientRect().top);
                                """);
                    })
                    .sorted()
                    .toList();
            assertTrue(places.getLast() - places.getFirst() < 4, () -> width + " pixels wide: " + places);
        }
    }

    /** Waits for what belongs to a position that the database holds. */
    private static void awaitPanels() {
        browser.await(
                "the line and the layer",
                page -> browser.count("#line button, #line-panel[hidden]") > 0 && browser.count("#layer .now") > 0);
    }

    @Test
    void aMatchSurvivesAReloadAndBelongsToItsAddress() {
        browser.open("/explore/awari/0-0-0-0-0-1-0-0-0-0-0-1-23-23-S");
        browser.beginMatch("0", "Club", "here", false, 0);
        browser.awaitVerdict("Your move");
        String players = browser.text("#match-players");
        browser.reload();
        browser.awaitCount("#match:not([hidden])", 1);
        assertEquals(players, browser.text("#match-players"));
        // It belongs to its address.
        String address = browser.address();
        browser.openNext(OPENING);
        browser.await(
                "another position",
                page -> browser.count("html.loading") == 0 && browser.verdict().startsWith("South to move"));
        assertEquals(1, browser.count("#match[hidden]"));
        browser.openNext(address);
        browser.awaitCount("#match:not([hidden])", 1);
    }

    @Test
    void aPassOverTheGameStopsAtEachMoveThatLostSeeds() {
        browser.open(START);
        String moves = browser.text("#moves");
        browser.click("[data-kind=only-move]");
        browser.await("the example", page -> !browser.path().equals(START));
        browser.await(
                "its moves", page -> !browser.text("#moves").equals(moves) && browser.count("#moves .move .score") > 1);
        String beginning = browser.path();
        String worst = (String) browser.script(
                "return [...document.querySelectorAll('#moves .move')].at(-1).querySelector('.name').textContent");
        browser.script("[...document.querySelectorAll('#moves .move')].at(-1).click()");
        browser.awaitCount(".record button", 1);
        browser.click("#analyse");
        browser.await("the end", page -> browser.text("#record-note").equals("1 move lost seeds."));
        browser.click("#next-mistake");
        browser.awaitPath(beginning);
        assertTrue(browser.text("#record-note").startsWith(worst + " lost "), browser.text("#record-note"));
        assertEquals(1, browser.count(".record .lost"));
        String why = (String) browser.script("return document.querySelector('.record .lost').title");
        assertEquals(
                0, browser.count(".pit.advised, .pill, #moves .score, #line-panel:not([hidden])"), "it is a riddle");
        browser.click("#solution");
        browser.awaitSome("#moves .score");
        String best = browser.text("#moves .move .name");
        assertTrue(why.contains("; best was " + best + " ("), why);
        assertEquals(1, browser.count(".pit.advised[data-pit=" + best + "]"));
        assertTrue(browser.text("#record-note").startsWith("Best is " + best), browser.text("#record-note"));
    }

    @Test
    void theTabKeyStopsOnceAtALineAndAtPitsThatCanBeSown() {
        browser.open(START);
        browser.await("the line", page -> browser.count("#line button") > 1);
        assertEquals(1, browser.count("#line button[tabindex='0']"));
        assertEquals(browser.count(".pit.playable"), browser.count(".pit[tabindex='0']"));
    }

    @Test
    void theBoardStaysWhenTheDatabaseChangesAndIsShownUnderAllRules() {
        try (Database popular = Database.open(Served.directory("popular"))) {
            String here = "/explore/awari/1-0-0-0-0-1-0-1-0-0-0-2-0-0-S";
            int[] board = {1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 2};
            browser.open(here);
            browser.awaitSome("#others .move");
            ScoredMove best = popular.moves(board).getFirst();
            String seeds = PositionText.seeds(popular.bounds(board), 0).replace(" to ", "–");
            assertEquals(List.of("abapabest " + (char) ('A' + best.move()) + seeds), browser.texts("#others .move"));
            browser.click("#others .move");
            browser.awaitPath(here.replace("/awari/", "/popular/"));
            browser.await("the score there", page -> browser.text("#badge").endsWith(seeds));
        }
    }

    private static String signed(int score) {
        return (score > 0 ? "+" : score < 0 ? "\u2212" : "") + Math.abs(score);
    }

    @ParameterizedTest
    @CsvSource({"1 0 0 2 0 1 0 1 0 0 1 2, 22, 18", "1 0 0 2 0 1 0 1 0 0 1 2, 19, 21", "0 1 0 2 0 0 1 1 0 0 0 2, 21, 20"
    })
    void whatEachMoveMeansForTheWholeGameIsSaidOnceSeedsAreTaken(String pits, int taken, int takenByOther) {
        try (Database database = Database.open(Served.directory("awari"))) {
            int[] board = Arrays.stream(pits.split(" ", -1))
                    .mapToInt(Integer::parseInt)
                    .toArray();
            List<ScoredMove> moves = database.moves(board);
            List<String> meant = moves.stream()
                    .map(move -> {
                        int lead = move.score() + taken - takenByOther;
                        return lead == 0 ? "draws" : (lead > 0 ? "wins" : "loses") + " by " + Math.abs(lead);
                    })
                    .toList();
            browser.open("/explore/awari/" + pits.replace(' ', '-') + "-" + taken + "-" + takenByOther + "-S");
            List<String> told = browser.texts("#moves .what").stream()
                    .map(what -> what.replaceFirst("takes \\d+, ", ""))
                    .toList();
            assertEquals(meant, told);
            assertEquals(moves.stream().map(move -> signed(move.score())).toList(), browser.texts("#moves .score"));
            assertEquals(
                    moves.stream()
                            .sorted(Comparator.comparingInt(ScoredMove::move))
                            .map(move -> signed(move.score()))
                            .toList(),
                    browser.texts(".pill-text").stream()
                            .map(pill -> pill.replaceFirst(".* ", ""))
                            .toList());
            assertTrue(
                    browser.texts("#moves h4").stream()
                            .allMatch(heading -> heading.matches(". (Gaining seeds|Even|Losing seeds)")),
                    "who loses seeds may win the game");
        }
    }

    @Test
    void theDivisionIsSaidWhereAMoveEndsTheGame() {
        browser.open("/explore/awari/1-0-0-0-0-0-0-0-0-0-0-0-26-21-S");
        browser.awaitCount("#moves .what", 1);
        assertEquals("wins 27 to 21", browser.text("#moves .what"));
    }

    @Test
    void aPageThatIsOpenedWithoutAConnectionFindsItByItself() {
        browser.runFirst("""
                if (sessionStorage.getItem('cut')) {
                  window.held = window.fetch;
                  window.fetch = () => Promise.reject(new TypeError('no connection'));
                }
                """);
        browser.open(START);
        browser.script("sessionStorage.setItem('cut', 'yes')");
        browser.reload();
        assertEquals("No connection", browser.verdict());
        assertEquals(List.of("Try again"), browser.texts("#remedies *"));
        browser.script("sessionStorage.removeItem('cut'); window.fetch = window.held;");
        browser.await("the position", page -> browser.verdict().startsWith("South to move: "));
    }

    @Test
    void aButtonThatWaitsLooksSo() {
        browser.open(START);
        browser.script("""
                window.held = window.fetch;
                window.fetch = (...request) => new Promise(done => { window.release = () => done(window.held(...request)); });
                """);
        browser.click("[data-kind=random]");
        browser.awaitCount("[data-kind=random][aria-busy=true]", 1);
        assertEquals("progress", browser.script("""
                return getComputedStyle(document.querySelector('[data-kind=random]')).cursor;
                """));
        assertEquals(START, browser.path());
        browser.script("window.fetch = window.held; window.release();");
        browser.await("the example", page -> !browser.path().equals(START) && browser.count("[aria-busy]") == 0);
    }

    @Test
    void theFocusStaysAfterEnter() {
        browser.open(START);
        browser.script("document.querySelector('.pit[data-pit=F]').focus()");
        browser.press(Keys.ENTER);
        browser.await("north to move", page -> browser.verdict().startsWith("North"));
        assertEquals(1, browser.count(".pit[data-pit=F]:focus"));
        browser.press(Keys.TAB);
        assertEquals(1, browser.count(".pit.playable:focus"));
        browser.script("document.querySelector('#moves .move').focus()");
        browser.press(Keys.ENTER);
        browser.await("south to move", page -> browser.verdict().startsWith("South"));
        assertEquals(1, browser.count("#moves .move:focus"));
    }

    @Test
    void aBarSaysWhatItCounts() throws Exception {
        browser.open(START);
        browser.awaitSome("#layer .distances .value");
        JsonObject layer = Served.json(Served.get("/api/v1/databases/awari/layers/8/statistics"));
        assertEquals(counted(layer, "score", "Score for the mover, "), browser.labels("#layer .scores .value"));
        assertEquals(
                counted(layer, "distance", "Plies to the next capture (logarithmic), "),
                browser.labels("#layer .distances .value"));
        assertEquals(shareOf(START, layer), browser.text("#layer .scores .here"));
        assertTrue(
                browser.labels("#history .point").getFirst().matches("Beginning: (even|(South|North) ahead by \\d+)"));
    }

    /** Returns the score of a position, and the share of the positions of its layer that have it. */
    private static String shareOf(String path, JsonObject layer) throws Exception {
        String board = path.replaceFirst(".*/", "").replaceFirst("-0-0-S$", "").replace('-', ',');
        int score = Served.json(Served.get("/api/v1/databases/awari/position?board=" + board))
                .get("score")
                .getAsInt();
        for (JsonElement element : layer.getAsJsonArray("scores")) {
            JsonObject one = element.getAsJsonObject();
            if (one.get("score").getAsInt() == score) {
                double percent = 100.0
                        * one.get("positions").getAsLong()
                        / layer.get("positions").getAsLong();
                return signed(score) + ": " + rounded(percent, 2) + "%";
            }
        }
        throw new IllegalStateException("no position has the score " + score);
    }

    private static List<String> counted(JsonObject layer, String what, String title) {
        List<String> labels = new ArrayList<>();
        for (JsonElement element : layer.getAsJsonArray(what + "s")) {
            JsonObject one = element.getAsJsonObject();
            long positions = one.get("positions").getAsLong();
            int value = one.get(what).getAsInt();
            labels.add(title + (what.equals("score") ? signed(value) : value) + ": "
                    + String.format(Locale.ROOT, "%,d position%s", positions, positions == 1 ? "" : "s"));
        }
        return labels;
    }

    @Test
    void oneIsSingularAndSentencesBeginWithACapital() {
        for (String path : List.of(
                "/explore/awari/0-0-0-0-0-1-0-0-0-0-0-0-0-0-S",
                "/explore/awari/0-0-0-0-0-1-0-0-0-0-0-0-24-23-S",
                "/explore/awari/0-0-0-0-1-0-1-0-0-0-0-1-0-0-S",
                OPENING,
                START,
                "/explore/popular/0-0-0-0-0-1-1-0-0-0-0-0-0-0-S",
                "/explore/chain/1")) {
            browser.goTo(Served.uri(path));
            String words = browser.text("main") + browser.labels("[aria-label]");
            assertEquals(
                    List.of(),
                    ONE_OF_MANY.matcher(words).results().map(MatchResult::group).toList(),
                    path);
            assertFalse(browser.text("#detail").matches(".*[.] [a-z].*"), browser.text("#detail"));
        }
        openUnsearched(OPENING);
        for (String score : List.of("0.04", "-0.04", "0")) {
            browser.asyncScript("""
                    const {learn, session} = await import('/assets/session.js');
                    const {node} = session.tree;
                    learn(node, {moves: node.answer.moves.map(move => ({...move, score: arguments[0]})), score: arguments[0], depth: 1, nodes: 9});
                    """.replace("arguments[0]", score));
            assertEquals("South to move: about even", browser.verdict());
            assertTrue(browser.text("#detail").contains("searched 1 move ahead"), browser.text("#detail"));
            assertEquals(
                    List.of("≈0"),
                    browser.texts("#moves .score").stream().distinct().toList());
        }
    }

    @Test
    void chipsDoNotTouch() {
        browser.open("/explore/chain/10");
        for (int width : new int[] {320, 360, 1280}) {
            browser.shape(width, 640, false);
            browser.await(width + " wide", page -> (boolean) browser.script("""
                    const boxes = [...document.querySelectorAll('.chip')].map(chip => chip.getBoundingClientRect());
                    const gap = (one, other) => Math.max(other.left - one.right, one.left - other.right, other.top - one.bottom, one.top - other.bottom);
                    return boxes.length === 10 && boxes.every((one, i) => boxes.slice(i + 1).every(other => gap(one, other) >= 4));
                    """));
        }
    }

    @Test
    void itIsNobodysMoveWhileSeedsAreSown() {
        browser.open(OPENING);
        browser.script("localStorage.setItem('granary.animated', 'yes')");
        browser.beginMatch("0", "Beginner", "opening", false, 0);
        browser.awaitVerdict("Your move");
        browser.press("f");
        browser.awaitVerdict("South sows");
        browser.awaitVerdict("North sows");
        browser.awaitVerdict("Your move");
        assertEquals(2, browser.count(".record button"));
        assertEquals(0, browser.count(".flying *"));
        browser.click("#end-match");
    }

    @Test
    void nothingIsCutOffOnSmallScreens() {
        int[][] sizes = {{320, 256}, {320, 640}, {360, 640}, {568, 320}, {640, 360}};
        for (String path : List.of(
                START,
                START + "?game=1-0-0-2-0-1-0-1-0-0-1-2-0-0-S~FFFF",
                "/explore/awari/1-0-0-2-0-1-0-1-0-0-1-2-22-18-S",
                "/rules/awari")) {
            browser.openNext(path);
            browser.await("the page", page -> browser.count("h1, .pit") > 0 && browser.count("html.loading") == 0);
            assertNothingIsCutOff(path, sizes);
        }
        browser.open(OPENING);
        assertNothingIsCutOff(OPENING, sizes);
        for (int[] size : sizes) {
            browser.shape(size[0], size[1], false);
            browser.await(size[0] + " x " + size[1], page -> (boolean) browser.script("""
                            const box = name => document.querySelector(name).getBoundingClientRect();
                            return (innerHeight < 320 || box('#board').bottom <= innerHeight) && box('#theme').height < 45 * 1.5
                              && box('#help-button').top === box('#files-button').top && (innerWidth < 600 || box('.toolbar').bottom <= innerHeight);
                            """));
            browser.await(size[0] + " x " + size[1], page -> (boolean) browser.script("""
                            const box = name => document.querySelector(name).getBoundingClientRect();
                            const select = document.querySelector('#database');
                            const style = getComputedStyle(select);
                            const canvas = document.createElement('canvas').getContext('2d');
                            canvas.font = style.font;
                            const text = canvas.measureText(select.selectedOptions[0].textContent).width;
                            const arrow = 20;
                            return text <= select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow
                              && box('#moves').top < box('#examples').top
                              && (innerWidth > 480 || (box('#board').top - box('#badge').bottom < 20 && Math.abs(box('#badge').top - box('#verdict').top) < 20));
                            """));
        }
        browser.click("#setup");
        assertNothingIsCutOff("set-up", sizes);
    }

    private static void assertNothingIsCutOff(String what, int[]... sizes) {
        for (int[] size : sizes) {
            browser.shape(size[0], size[1], false);
            String first = what + ", " + size[0] + " wide: " + browser.cutOff(size[0]);
            browser.await(first, page -> browser.cutOff(size[0]).isEmpty()); // charts are drawn again
        }
    }
}
