package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;

/** Games against the computer. */
class MatchTest extends BrowserTest {
    private static void begin(String side, String level, String from, boolean hasHints) {
        browser.beginMatch(side, level, from, hasHints, 0);
    }

    private static void awaitTurn() {
        browser.await(
                "the user's turn or the end",
                page -> browser.verdict().equals("Your move")
                        || browser.verdict().startsWith("You have")
                        || browser.verdict().startsWith("A draw"));
    }

    @ParameterizedTest
    @CsvSource({
        "/explore/chain/9, 0, Beginner",
        "/explore/chain/9, 1, Best it can",
        "/explore/chomp, 1, Club",
        "/explore/popular/0-0-0-0-2-1-1-0-0-1-0-0-20-23-S, 0, Best it can",
        "/explore/awari/1-0-0-2-0-1-0-1-0-0-1-2-20-20-S, 1, Casual"
    })
    void aGameIsPlayedToItsEnd(String path, String side, String level) {
        browser.open(path);
        String beginning = browser.path().replaceFirst(".*/", "");
        begin(side, level, "here", false);
        awaitTurn();
        int plies = 0;
        while (browser.verdict().equals("Your move")) {
            assertTrue(plies++ < 300, "the game does not end");
            String before = browser.address();
            browser.click("#moves .move");
            browser.await("a reply", page -> !browser.address().equals(before));
            awaitTurn();
        }
        assertTrue(plies > 0 || side.equals("1"));
        assertEquals(0, browser.count("#moves .move:not(:disabled)"));
        assertTrue(browser.text("#detail").length() > 5, browser.text("#detail"));
        if (path.contains("chain") || path.contains("chomp")) {
            assertTrue(browser.text("#detail").endsWith("has won."), browser.text("#detail"));
        } else {
            int[] has = Arrays.stream(
                            browser.verdict().replaceAll("[^0-9]+", " ").strip().split(" "))
                    .mapToInt(Integer::parseInt)
                    .toArray();
            boolean isWon = has[0] > has[1];
            assertEquals(isWon, browser.verdict().startsWith("You have won"), browser.verdict());
            String half = (isWon ? "You have" : "Granary has") + " more than half of the seeds.";
            assertTrue(
                    browser.text("#detail").matches(".*(cannot move|was there before)\\.")
                            || browser.text("#detail").equals(half),
                    browser.text("#detail"));
            assertEquals(List.of("Analyse this game"), browser.texts("main button.primary:not([hidden], [hidden] *)"));
        }
        browser.click("#rematch");
        browser.await(
                "another game from the same beginning",
                page -> browser.asyncScript("""
                const {session} = await import('/assets/session.js');
                const {game, match, tree} = session;
                return match.reached.path.length < 3 && game.toUrl(tree.root.position);
                """).equals(beginning));
        browser.click("#end-match");
        browser.awaitCount("#layer-panel:not([hidden])", 1);
    }

    @Test
    void aGameThatIsOverIsAnalysedByItsMainButton() {
        browser.open("/explore/awari/0-0-0-0-0-1-1-0-0-0-0-0-22-24-S");
        begin("0", "Best it can", "here", false);
        awaitTurn();
        browser.press("f");
        browser.await("the end", page -> browser.verdict().startsWith("A draw"));
        browser.click("#review");
        browser.await("the judgement", page -> browser.text("#record-note").equals("No move lost a seed."));
        assertEquals(1, browser.count("#match[hidden]"));
        assertEquals(List.of("South: no mistakes"), browser.texts("#summary li"));
    }

    @Test
    void nothingTellsScoresWhileOnePlays() {
        browser.open(START);
        begin("0", "Best it can", "here", false);
        awaitTurn();
        assertEquals(0, browser.count(".move .score, .pill, #layer-panel:not([hidden]), #line-panel:not([hidden])"));
        assertEquals(
                "none", browser.script("return getComputedStyle(document.getElementById('history-panel')).display"));
        for (String label : browser.labels(".pit")) {
            assertFalse(label.contains("wins") || label.contains("loses") || label.contains("even"), label);
        }
        browser.press(" ");
        assertEquals(START, browser.path());
        assertEquals("Your move", browser.verdict());
        browser.play("rd", 2);
        assertTrue(browser.address().contains("game=" + START.replaceFirst(".*/", "") + "~D"), browser.address());
        browser.click("#end-match");
        browser.awaitSome(".move .score");
        begin("0", "Best it can", "here", true);
        assertTrue(browser.count(".move .score") > 0);
        browser.click("#database option[value=popular]");
        browser.awaitCount("#match[hidden]", 1);
    }

    @Test
    void aMoveIsTakenBackWithItsReplyAndKeptAsAVariation() {
        browser.open(START);
        begin("0", "Best it can", "here", false);
        awaitTurn();
        assertEquals(1, browser.count("#take-back:disabled"));
        for (int i = 0; i < 2; i++) { // the same move is answered again
            browser.press("d");
            browser.await("a reply", page -> browser.count(".record .now") == 1 && isSouthToMoveAfterAReply());
            awaitTurn();
            browser.click("#take-back");
            browser.awaitPath(START);
            assertEquals("Your move", browser.verdict());
        }
        browser.play("f", 4);
        assertEquals(2, browser.count(".record .variation button"));
        assertEquals("Your move", browser.verdict());
        // Going back to look is not taking back: the computer does not move there.
        browser.click(".record > button");
        browser.awaitVerdict("Earlier position");
        browser.press("1");
        assertEquals(4, browser.count(".record button"));
    }

    private static boolean isSouthToMoveAfterAReply() {
        return browser.path().endsWith("S") && !browser.path().equals(START);
    }

    @Test
    void theComputerMovesWhileOneLooksBack() {
        browser.open(OPENING);
        begin("0", "Best it can", "opening", false);
        awaitTurn();
        browser.play("f", 1);
        browser.press(Keys.ARROW_LEFT);
        browser.awaitCount(".record button", 2);
        awaitTurn();
        assertTrue(isSouthToMoveAfterAReply(), browser.path());
    }

    @Test
    void aReplyThatIsTakenBackIsNotSearchedOn() {
        browser.open(OPENING);
        begin("0", "Beginner", "opening", false);
        awaitTurn();
        browser.asyncScript("""
                const {session} = await import('/assets/session.js');
                const {engine} = session.database;
                const best = engine.best.bind(engine);
                window.going = 0;
                engine.best = async (record, limits, signal) => {
                  if (record.moves === 'F') {
                    window.going++;
                    await new Promise(done => signal.addEventListener('abort', done));
                    window.going--;
                  }
                  return best(record, limits, signal);
                };
                """);
        browser.press("f");
        browser.await("a search", page -> browser.script("return window.going").equals(1L));
        browser.click("#take-back");
        awaitTurn();
        assertEquals(0L, browser.script("return window.going"));
        browser.play("e", 3);
        awaitTurn();
    }

    /** Lets a page's clock be put forward, by milliseconds in {@code ahead}. */
    @BeforeEach
    void putClockForward() {
        browser.runFirst("""
                {
                  const now = performance.now.bind(performance);
                  window.ahead = 0;
                  performance.now = () => now() + window.ahead;
                }
                """);
    }

    /** Begins a match of a quarter of an hour, and waits for the reply to the first move. */
    private static void beginWithAClock() {
        browser.open(START);
        browser.beginMatch("0", "Best it can", "here", false, 15);
        awaitTurn();
        browser.play("d", 2);
        awaitTurn();
    }

    /** Returns the seconds that a side has left. */
    private static int left(String player) {
        Matcher time = Pattern.compile(player + "[^.]* (\\d+):(\\d+)\\.").matcher(browser.text("#match-players"));
        assertTrue(time.find(), browser.text("#match-players"));
        return Integer.parseInt(time.group(1)) * 60 + Integer.parseInt(time.group(2));
    }

    @Test
    void theClockGoesByTimeAndAReloadGivesNoneBack() {
        beginWithAClock();
        int before = left("You");
        assertTrue(before > 600, "15 minutes, less what went by");
        browser.script("window.ahead = 300_000");
        browser.await("five minutes less", page -> left("You") <= before - 300);
        int after = left("You");
        browser.reload();
        browser.awaitVerdict("Your move");
        assertTrue(left("You") <= after, after + " " + left("You"));
    }

    @Test
    void theClockStandsStillWhileThePageIsHidden() {
        beginWithAClock();
        String hide = "Object.defineProperty(document, 'hidden', {value: arguments[0], configurable: true});"
                + "document.dispatchEvent(new Event('visibilitychange'));";
        browser.script(hide, true);
        int before = left("You");
        browser.script("window.ahead = 800_000;" + hide, false);
        assertTrue(left("You") > before - 800, "less than the page was hidden");
        browser.script("window.ahead = 1_800_000");
        browser.await("the end", page -> browser.verdict().startsWith("You have lost"));
    }

    @Test
    void lookingBackWithAClockRunsOnesOwnTimeAndTakesNothingBack() {
        beginWithAClock();
        int own = left("You");
        int other = left("Granary");
        browser.press(Keys.ARROW_LEFT);
        browser.awaitVerdict("Earlier position");
        browser.script("window.ahead = 300_000");
        browser.await("five minutes less", page -> left("You") <= own - 300);
        assertEquals(other, left("Granary"));
        browser.press(Keys.HOME);
        browser.awaitPath(START);
        browser.press("f");
        browser.press(Keys.END);
        awaitTurn();
        assertEquals(2, browser.count(".record button"));
        browser.script("window.ahead = 1_200_000");
        browser.await("the end", page -> browser.verdict().startsWith("You have lost"));
        assertTrue(browser.text("#detail").contains("no time left"), browser.text("#detail"));
    }

    @Test
    void theComputerTakesASmallPartOfTheTimeThatItHasLeft() {
        browser.open(OPENING);
        browser.beginMatch("0", "Best it can", "opening", false, 15);
        awaitTurn();
        browser.asyncScript("""
                const {session} = await import('/assets/session.js');
                const {engine} = session.database;
                const best = engine.best.bind(engine);
                engine.best = (record, limits, signal) => {
                  window.millis = limits.millis;
                  return best(record, limits, signal);
                };
                session.match.left[1] = 9000;
                """);
        browser.play("f", 2);
        assertEquals(450L, browser.script("return window.millis"));
        awaitTurn();
        assertTrue(browser.text("#match-players").matches(".* 0:0\\d\\."), browser.text("#match-players"));
    }

    @Test
    void aHintIsTheBestMoveAndBelongsToItsPosition() {
        browser.open(START);
        begin("0", "Best it can", "here", false);
        awaitTurn();
        String best = (String) browser.asyncScript("""
                const board = location.pathname.split('/').at(-1).split('-').slice(0, 12);
                const {moves} = await (await fetch('/api/v1/databases/awari/position?board=' + board)).json();
                return 'ABCDEF'[moves[0].pit];
                """);
        browser.click("#hint");
        browser.await("a hint", page -> browser.text("#match-note").equals(best + " is a good move."));
        assertEquals(1, browser.count(".pit.advised[data-pit=" + best + "]"));
        browser.press(best.toLowerCase(Locale.ROOT));
        browser.awaitCount(".record button", 2);
        awaitTurn();
        assertEquals("", browser.text("#match-note"));
        assertEquals(0, browser.count(".pit.advised"));
        browser.click("#end-match");
        browser.open(OPENING);
        begin("0", "Best it can", "opening", false);
        awaitTurn();
        browser.click("#hint");
        browser.await("a hint", page -> browser.text("#match-note").matches("[A-F] seems good\\."));
    }

    @Test
    void whyTheComputerDoesNotPlayIsSaid() {
        browser.open("/explore/chexers");
        assertEquals(1, browser.count("#play-button[hidden]"));
        assertTrue(browser.text("#play-note").contains("one player"), browser.text("#play-note"));
        browser.open(START);
        assertEquals("", browser.text("#play-note"));
    }

    @Test
    void theComputerPlaysBeyondTheDatabase() {
        browser.open(OPENING);
        begin("1", "Club", "opening", false);
        browser.awaitCount(".record button", 1);
        browser.awaitVerdict("Your move");
        // The board is turned: the user's row is below.
        assertTrue((Boolean) browser.script("""
                const y = pit => document.querySelector(`.pit[data-pit=${pit}] circle`).cy.baseVal.value;
                return y('a') > y('A');
                """));
        browser.play("c", 3);
    }

    @Test
    void strongerLevelsGiveLessAwayAndEachHasLimitedTime() {
        Object found = browser.asyncScript("""
                const {LEVELS, choose} = await import('/assets/strength.js');
                const moves = [5, 4, 2, 0, -3, -6].map(score => ({score}));
                const loss = (move, best) => best.score - move.score;
                const means = LEVELS.map(({slack}) => {
                  let sum = 0;
                  for (let i = 0; i < 1000; i++) {
                    sum += loss(choose(moves, loss, slack, (i + 0.5) / 1000), moves[0]);
                  }
                  return sum / 1000;
                });
                const isTimed = LEVELS.every(({limits}) => limits.millis <= 2000);
                return isTimed && means.every((mean, i) => i === 0 || mean < means[i - 1]) && means.at(-1) === 0 ? 'falls to nothing' : means.join();
                """.replace("'/assets", "'" + Served.uri("/assets")));
        assertEquals("falls to nothing", found);
    }

    @Test
    void theDialogAndTheGameAreWithoutBarriers() {
        browser.shape(360, 800, false);
        browser.open(START);
        browser.click("#play-button");
        assertEquals(List.of(), browser.barriers());
        browser.click("#match-dialog [value=cancel]");
        begin("0", "Club", "here", false);
        awaitTurn();
        browser.assertFitsWithoutBarriers();
    }
}
